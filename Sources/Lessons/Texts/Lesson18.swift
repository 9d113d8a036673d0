// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson18 = Lesson.Text(
    folder: "18-a-million",
    readme: ##"""
      # 18 · What a million of them cost

      **What to see.** Jobs that do nothing, so that only the queue is left to be paid. An operation costs more than a block on a
      Dispatch queue: it is an object with a lock, a state and a place in two lists. `pipeline lesson 18` runs 20,000 and says
      how many times as much, with `--jobs 1000000` for the million; what was [recorded](../../Results/README.md) comes from
      `pipeline compare --workload jobs`.

      **The trap.** To choose by this. Next to a photo, which takes milliseconds to download and filter, the difference is nothing;
      next to a pixel it is everything, and then the job is too small for either. Submit a thousand pixels at a time
      (`concurrentPerform`).

      **Choose** by what the other lessons show, while a job takes a millisecond or more. Below that choose Dispatch; for jobs no
      longer than what a block costs, larger jobs.

      **On Linux** an operation that waits for a *dependency* costs the more, the more of them wait, as the queue looks at all of them
      whenever a slot is free ([lesson 3](../03-one-after-another)): add them late, or bound how many there are.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Empty jobs, submitted to a queue that is suspended, then
      /// resumed: all that is left is what the queue costs.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "jobs")
        let group = DispatchGroup()
        let clock = ContinuousClock()
        queue.suspend()

        let time = clock.measure {
          diary.span("submit") {
            for _ in 0..<diary.jobs { queue.async(group: group) {} }
          }
          diary.span("run") {
            queue.resume()
            group.wait()
          }
        }
        diary.figure("jobs", diary.jobs)
        diary.figure("ns a job", Int(time / .nanoseconds(diary.jobs)))
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Empty jobs, added to a queue that is suspended, then
      /// resumed: all that is left is what the queue costs.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let clock = ContinuousClock()
        queue.isSuspended = true

        let time = clock.measure {
          diary.span("add") {
            for _ in 0..<diary.jobs { queue.addOperation {} }
          }
          diary.span("run") {
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
          }
        }
        diary.figure("jobs", diary.jobs)
        diary.figure("ns a job", Int(time / .nanoseconds(diary.jobs)))
      }

      """##)
}
