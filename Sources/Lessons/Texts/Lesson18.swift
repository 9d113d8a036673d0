// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson18 = Lesson.Text(
    folder: "18-a-million",
    readme: ##"""
      # 18 · What a million of them cost

      **What to see.** Jobs that do nothing, so that only the queue is left to be paid. An operation costs several times what a
      block on a Dispatch queue does: it is an object with a lock, a state and a place in two lists. `pipeline lesson 18`
      runs some thousands, with `--jobs 1000000` the million.

      **The trap.** To choose by this. The difference is some microseconds a job: next to a photo, which takes milliseconds to
      download and filter, it is nothing; next to a pixel it is everything, and then the job is too small for either. Hand
      over a thousand pixels at a time (`concurrentPerform`).

      **Choose** by what the other lessons show, while a job takes a millisecond or more. Below that choose Dispatch; below some
      microseconds, larger jobs.

      **On Linux** operations that wait for a *dependency* cost far more than this, as the queue looks at all of them whenever a
      slot is free: hand them over late, or bound how many there are.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Empty jobs, handed to a queue that is held back, then let
      /// go: all that is left is what the queue costs.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "jobs")
        let group = DispatchGroup()
        let clock = ContinuousClock()
        queue.suspend()

        let time = clock.measure {
          diary.span("hand over") {
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

      /// Empty jobs, handed to a queue that is held back, then let
      /// go: all that is left is what the queue costs.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let clock = ContinuousClock()
        queue.isSuspended = true

        let time = clock.measure {
          diary.span("hand over") {
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
