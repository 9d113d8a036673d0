// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson03 = Lesson.Text(
    folder: "03-one-after-another",
    readme: ##"""
      # 3 · One thing after another

      **What to see.** Each photo is filtered after its own download, beside the others; the poster comes after all filters.
      With Operation the filters are on their queue before their downloads are, and still wait.

      **The trap.** With Dispatch the group must not be empty for a moment, or its `notify` fires too soon: the next step
      enters before the last one leaves. With Operation a dependency comes before `addOperation`, or the operation may have
      started; and two that depend on each other wait for ever, without a word.

      **Choose** Dispatch for a straight line (a serial queue, or one body that submits the next). Choose Operation as soon as it
      is a graph: each arrow is one line, may cross queues, and can be read off `dependencies`.

      **On Linux** it is the same; but whenever a slot is free, an `OperationQueue` looks at all operations on it that still
      wait for a dependency, so that one costs the more, the more of them wait (`_schedule` in
      [Operation.swift](https://github.com/swiftlang/swift-corelibs-foundation/blob/main/Sources/Foundation/Operation.swift)).

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
            // Who comes first names who comes next. It enters the
            // group before this body leaves it, so that the group
            // is never empty between.
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
          // Who comes next names whom it waits for, on whatever
          // queue.
          filter.addDependency(download)
          poster.addDependency(filter)
          filters.addOperation(filter)
          downloads.addOperation(download)
        }
        // Dependencies are set before an operation is added; the
        // order in which operations are added is then of no
        // account.
        filters.addOperation(poster)
        poster.waitUntilFinished()
      }

      """##)
}
