// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson18 = Lesson.Text(
    folder: "18-a-million",
    readme: ##"""
      # 18 · What a million jobs cost

      **What to see.** Jobs that do nothing, so what you see is the cost of the queue. An operation costs more than a closure on a
      Dispatch queue: it is an object with locks, a state, and a place in two lists. (Run here, Swift 6.3.1.) `pipeline lesson 18`
      runs 20,000 and prints the ratio; `--jobs 1000000` runs a million. `pipeline compare --workload jobs` measures it properly
      ([recorded](../../../README.md#where-does-the-engine-matter)).

      **The trap.** Deciding by this. It limits *throughput*, the jobs that are done each second, only where jobs are tiny. A photo
      takes milliseconds to download and filter; at that length the choice of API made no difference on two Linux cores
      ([recorded](../../../README.md#where-does-the-engine-matter)). For single pixels it would, but those are too small for either:
      submit a thousand at a time (`concurrentPerform`).

      **Choose** by what the other lessons show, as long as a job takes a millisecond or more. Below that choose Dispatch; and for
      jobs as short as the cost of a closure, larger jobs.

      **On Linux** an operation that waits for a *dependency* costs more, the more of them wait, as the queue scans all of them
      whenever a slot is free
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L973-L1031),
      [lesson 3](../03-one-after-another)). Add them late, or bound how many there are.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Empty jobs, submitted to a queue that is suspended, then
      /// resumed: what is left is the cost of the queue.
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
      /// resumed: what is left is the cost of the queue.
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
