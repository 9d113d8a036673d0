// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson03 = Lesson.Text(
    folder: "03-one-after-another",
    readme: ##"""
      # 3 · One thing after another

      **What to see.** Each photo is filtered after its own download, while others are still downloading. The poster comes after all
      filters. With Operation the filters are queued before their downloads, and still wait for them: that is a *dependency*. (Run
      here, Swift 6.3.1.)

      **The trap.** With Dispatch: a group that is empty for a moment. Its `notify` fires then, so the next step has to enter before
      the last one leaves (run here;
      [documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/group.h#L166-L183)). With
      Operation: adding a dependency after `addOperation`, when the operation may have started already
      ([documented](https://developer.apple.com/documentation/foundation/operation/adddependency%28_:%29)). And two operations that
      depend on each other never start, and nothing reports it (run here).

      **Choose** Dispatch for a straight line: a serial queue, or one closure that submits the next. Choose Operation as soon as it is
      a graph: each arrow is one line, may cross queues, and can be read from `dependencies`.

      **On Linux** mind the cost: whenever a slot is free, an `OperationQueue` scans the operations that still wait for a dependency
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L973-L1031)).
      The more of them wait, the more each one costs.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Three photos, each downloaded and then filtered, and a
      /// poster of all.
      public func gcd(_ diary: Diary) {
        let downloads = DispatchQueue(label: "downloads", attributes: .concurrent)
        let filters = DispatchQueue(label: "filters", attributes: .concurrent)
        let photos = DispatchGroup()
        let done = Gate()

        for photo in ["oak", "sea", "fox"] {
          downloads.async(group: photos) {
            diary.span("download \(photo)") { block(milliseconds: 10) }
            // The first step submits the next one, which enters the
            // group before this one leaves it: the group is never
            // empty in between.
            filters.async(group: photos) {
              diary.span("filter \(photo)") { compute(milliseconds: 10) }
            }
          }
        }
        photos.notify(queue: filters) {
          diary.span("poster") { compute(milliseconds: 10) }
          done.open()
        }
        done.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Three photos, each downloaded and then filtered, and a
      /// poster of all.
      public func operation(_ diary: Diary) {
        let downloads = OperationQueue()
        let filters = OperationQueue()
        let poster = BlockOperation {
          diary.span("poster") { compute(milliseconds: 10) }
        }

        for photo in ["oak", "sea", "fox"] {
          let filter = BlockOperation {
            diary.span("filter \(photo)") { compute(milliseconds: 10) }
          }
          let download = BlockOperation {
            diary.span("download \(photo)") { block(milliseconds: 10) }
          }
          // The next step names what it depends on, on any queue.
          filter.addDependency(download)
          poster.addDependency(filter)
          filters.addOperation(filter)
          downloads.addOperation(download)
        }
        // Add dependencies before the operation. The order in which
        // operations are added then does not matter.
        filters.addOperation(poster)
        poster.waitUntilFinished()
      }

      """##)
}
