// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson04 = Lesson.Text(
    folder: "04-taking-a-dependency-back",
    readme: ##"""
      # 4 · Taking a dependency back

      **What to see.** The filter runs before the download has ended, and once only. With Dispatch a `notify` is for good, so
      the work item that it will submit is cancelled, and another submitted at once. Operation has a word for it,
      `removeDependency`: it is tried last, on a filter of its own, after the way that works everywhere.

      **The trap.** On Linux `removeDependency` takes the dependency off the list and leaves the operation waiting: for ever,
      even when the other one ends. The way out, which works everywhere, is an empty operation between the two that your
      code starts.

      **Choose** Operation, with the operation in between if Linux matters. With Dispatch, if this happens often, count what is
      missing yourself and submit the work when the count is zero.

      **On Linux** the operation whose dependency was removed has none left, and is not ready: only cancelling it gets it off
      its queue. On macOS it is ready at once, and runs.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A filter waits for a download. The photo turns up in a
      /// cache, and the filter need not wait any more. `notify`
      /// cannot be taken back: cancel the work item that it will
      /// submit, and submit another.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "photos", attributes: .concurrent)
        let arrives = Gate()
        let filter: @Sendable () -> Void = { diary.note("filtered") }

        let download = DispatchWorkItem {
          arrives.wait()
          diary.note("downloaded")
        }
        let afterDownload = DispatchWorkItem(block: filter)
        queue.async(execute: download)
        download.notify(queue: queue, execute: afterDownload)

        diary.note("found in the cache")
        afterDownload.cancel()
        let atOnce = DispatchWorkItem(block: filter)
        queue.async(execute: atOnce)
        atOnce.wait()

        arrives.open()
        afterDownload.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A filter waits for a download. The photo turns up in a
      /// cache, and the filter need not wait any more.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        let arrives = Gate()

        let download = BlockOperation {
          arrives.wait()
          diary.note("downloaded")
        }
        // What works everywhere: depend on an empty operation in
        // between, which belongs to you, is on no queue, and is
        // started by whoever comes first.
        let filter = BlockOperation { diary.note("filtered") }
        let edge = BlockOperation()
        filter.addDependency(edge)

        // What has a word of its own.
        let other = BlockOperation { diary.note("filtered, dependency removed") }
        other.addDependency(download)

        queue.addOperations([download, filter, other], waitUntilFinished: false)
        diary.note("found in the cache")
        edge.start()
        filter.waitUntilFinished()

        other.removeDependency(download)
        diary.figure("dependencies left", other.dependencies.count)
        diary.figure("ready", other.isReady ? 1 : 0)
        arrives.open()
        download.waitUntilFinished()

        // Where the removal was not noticed, only this ends the
        // wait.
        if !other.isReady { other.cancel() }
        queue.waitUntilAllOperationsAreFinished()
      }

      """##)
}
