// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson06 = Lesson.Text(
    folder: "06-a-cancelled-dependency",
    readme: ##"""
      # 6 · A cancelled dependency still lets its dependents run

      **What to see.** The download is cancelled and never runs. The filter that depends on it runs all the same, in both versions: a
      dependency is about order, not about success. The filter looks for the result, finds none, and does nothing. (Run here, Swift
      6.3.1.)

      **The trap.** Reading “depends on” as “only if it succeeded”. Asking the dependency `isCancelled` does not help: a download that
      was cancelled half-way may have finished all the same, with its result (run here), and one that failed was never cancelled. Ask
      for the result. And if cancelling a download means the filter too, cancel both.

      **The trap in a chain.** A download is running, a filter waits for it, and a poster waits for the filter. Cancel the filter. A
      cancelled work item keeps its place: the poster comes after the download (run here). A cancelled operation ignores its
      dependencies ([documented](https://developer.apple.com/documentation/foundation/operation/cancel%28%29)) and finishes as soon as
      its queue has a slot: the poster runs while the download is still running (run here). A poster that needs the end of both has to
      depend on both.

      **The trap of cancelling early.** Apple documents that an operation cancelled while it is on no queue is finished at once
      ([documented](https://developer.apple.com/documentation/foundation/operation/cancel%28%29)), and that a finished one cannot be
      added to a queue ([documented](https://developer.apple.com/documentation/foundation/operationqueue/addoperation%28_:%29-64o8a)).
      On Linux it is not finished, and can be added (run here). So this lesson cancels on a suspended queue, which works either way.

      **Choose** either, and pass the result on: “there is no result” covers cancelled, failed and never started alike.

      **On Linux** all of this was run; no Mac has run it yet.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// The download is cancelled before it starts. What follows it
      /// runs all the same.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "photos")
        let photo = Locked<String?>(nil)

        let download = DispatchWorkItem {
          diary.note("downloaded")
          photo.withLock { $0 = "the photo" }
        }
        let filter = DispatchWorkItem {
          diary.note("filter runs")
          // Look for the result.
          let isThere = photo.withLock { $0 } != nil
          diary.note(isThere ? "filtered" : "nothing to filter")
        }
        download.notify(queue: queue, execute: filter)

        download.cancel()
        queue.async(execute: download)
        filter.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// The download is cancelled before it starts. What depends on
      /// it runs all the same.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        let photo = Locked<String?>(nil)

        let download = BlockOperation {
          diary.note("downloaded")
          photo.withLock { $0 = "the photo" }
        }
        let filter = BlockOperation {
          diary.note("filter runs")
          // Look for the result. `isCancelled` would not say whether
          // there is one.
          let isThere = photo.withLock { $0 } != nil
          diary.note(isThere ? "filtered" : "nothing to filter")
        }
        filter.addDependency(download)

        // Cancel it on its queue, not before it is added.
        queue.isSuspended = true
        queue.addOperations([download, filter], waitUntilFinished: false)
        download.cancel()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
      }

      """##)
}
