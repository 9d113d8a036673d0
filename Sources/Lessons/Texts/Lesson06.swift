// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson06 = Lesson.Text(
    folder: "06-a-cancelled-dependency",
    readme: ##"""
      # 6 · A cancelled dependency still lets its dependents run

      **What to see.** The download never runs, and the filter that depends on it does, in both versions: a dependency is about
      order, not about success. It is the filter's own business to see that there is nothing to filter.

      **The trap.** To take “depends on” for “only if”. A filter written that way meets a photo that is not there; whoever
      cancels a download means the filter too, and has to say so.

      **The trap in a chain.** A download is running, a filter waits for it, and a poster for the filter. Cancel the filter. With
      Dispatch it keeps its place: the poster comes after the download. A cancelled operation
      [ignores its dependencies](https://developer.apple.com/documentation/foundation/operationqueue), and ends as soon as its queue has a
      slot: the poster runs while the download still does. What needs the end of both has to depend on both.

      **Choose** Operation if dependents should decide for themselves: they can ask their `dependencies` how they ended. With
      Dispatch the result has to be handed on, which is a good habit with both: what says “nothing there” for a cancelled
      download says it for a failed one as well.

      **On Linux** it is the same.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// The download is cancelled before it starts. What was to
      /// follow it follows all the same.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "photos")
        let photo = Photo()

        let download = DispatchWorkItem {
          diary.note("downloaded")
          photo.isThere = true
        }
        let filter = DispatchWorkItem {
          diary.note("filter runs")
          // Nobody tells it what became of the download: look for
          // the result.
          diary.note(photo.isThere ? "filtered" : "nothing to filter")
        }
        download.notify(queue: queue, execute: filter)

        download.cancel()
        queue.async(execute: download)
        filter.wait()
      }

      private final class Photo: @unchecked Sendable {
        // Safe: touched on one serial queue only.
        var isThere = false
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// The download is cancelled before it starts. What was to
      /// follow it follows all the same.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()

        let download = BlockOperation { diary.note("downloaded") }
        let filter = BlockOperation()
        filter.addExecutionBlock { [unowned filter] in
          diary.note("filter runs")
          // It can ask those that it waited for.
          let isInVain = filter.dependencies.contains(where: \.isCancelled)
          diary.note(isInVain ? "nothing to filter" : "filtered")
        }
        filter.addDependency(download)

        download.cancel()
        queue.addOperations([download, filter], waitUntilFinished: true)
      }

      """##)
}
