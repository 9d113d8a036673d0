import Foundation
import LessonKit
import Measurement
import Synchronization
import Testing

extension LessonRuns {
  /// Tests of lessons about shared state, inspection, repetition, waiting, writing and cost.
  @Suite struct StateLessons {
    @Test("13. Four workers take every photo, and none twice")
    func sharedState() async throws {
      let stories = try await Stories.lesson(13)
      for story in stories.all {
        #expect(story.spans.count { $0.hasPrefix("worker") } == 4)
        for photo in 1...8 { #expect(story.states("photo \(photo)") == [.running]) }
        #expect(story.figure("taken") == 8)
        #expect(story.figure("taken by two") == 0)
      }
      // Eight looks find a photo, and each worker looks once in vain.
      #expect(stories.operation.figure("looks") == 12)
    }

    @Test("13. A `Mutex` that is locked again inside its own closure traps", .enabled(if: isLinux))
    func lockedTwice() async {
      await #expect(processExitsWith: trap) {
        let lock = Mutex(0)
        lock.withLock { _ in lock.withLock { $0 += 1 } }
      }
    }

    @Test("13. Of two threads that load an `Atomic` and then store it, one is not counted")
    func loadThenStore() async {
      let (count, both) = (Count(), Meeting(of: 2))
      @Sendable func add() async {
        await onOwnThread {
          let loaded = count.value.load(ordering: .relaxed)
          both.meet()
          count.value.store(loaded + 1, ordering: .relaxed)
        }
      }
      async let first: Void = add()
      async let second: Void = add()
      _ = await (first, second)
      #expect(count.value.load(ordering: .relaxed) == 1)
    }

    @Test("14. Four are pending while one runs; only an operation queue can name that one")
    func pending() async throws {
      let stories = try await Stories.lesson(14)
      for story in stories.all {
        #expect(story.figure("pending") == 4)
        #expect(story.figure("running") == 1)
        #expect(story.figure("pending at the end") == 0)
        #expect(story.figure("percent done") == 100)
      }
      for story in [stories.gcd, stories.tasks] { #expect(story.notes == ["look"]) }
      #expect(stories.operation.notes == ["look", "filter 1 is running"])
      for story in stories.all {
        let look = try #require(story["look"]).start.turn
        for number in 1...5 {
          let filter = try #require(story.timeline.lanes.first { $0.name == "filter \(number)" })
          let then = filter.bars.first { $0.start.turn < look && look < $0.end.turn }
          #expect(then?.state == (number == 1 ? .running : .waiting))
        }
      }
    }

    @Test("15. Work items run whenever submitted, until cancelled; an operation once; both make one palette")
    func onceOrAgain() async throws {
      let stories = try await Stories.lesson(15)
      for number in 1...3 { #expect(stories.gcd.states("filter \(number)") == [.waiting, .running]) }
      #expect(stories.gcd.states("filter 4") == [.neverRan])
      #expect(stories.operation.states("filter 2") == [.neverRan])
      for story in [stories.operation, stories.tasks] {
        #expect(story.states("filter 1") == [.waiting, .running])
        for number in 1...2 { #expect(story.states("again \(number)").last == .running) }
      }
      for story in stories.all {
        #expect(story.spans.count { $0 == "palette" } == 1)
        let made = try #require(story["palette"]?.end)
        for number in 0..<4 {
          #expect(story.states("user \(number)") == [.waiting, .running])
          #expect(try #require(story["user \(number)"]?.end).turn > made.turn)
        }
      }
      for number in 0..<4 { #expect(stories.operation.isBefore("palette", "user \(number)")) }
    }

    @Test("16. A body that waits for one behind it has to give up; one that asks, or depends, does not")
    func deadlock() async throws {
      let stories = try await Stories.lesson(16)
      for story in stories.all { #expect(story.states("inner") == [.waiting, .running]) }
      for story in stories.both {
        #expect(story.notes.first == "gave up")
        #expect(story.isBefore("outer", "inner"))
      }
      #expect(stories.gcd.spans == ["outer", "inner", "from outside", "outer, cured", "its inner"])
      #expect(stories.operation.spans == ["outer", "inner", "outer, cured", "its inner", "its rest"])
      #expect(stories.operation.states("its rest") == [.waiting, .running])
      #expect(stories.operation.isBefore("outer, cured", "its inner"))
      #expect(stories.operation.isBefore("its inner", "its rest"))

      let tasks = stories.tasks
      #expect(tasks.spans == ["outer", "inner", "circle", "back on the first actor"])
      #expect(tasks.notes == ["no deadlock"])
      for (outer, inner) in [("outer", "inner"), ("circle", "back on the first actor")] {
        #expect(try #require(tasks[inner]?.end).turn < #require(tasks[outer]?.end).turn)
      }
    }

    @Test("17. Closures, methods and objects run with both; a subclass keeps its result, and needs no queue")
    func threeWays() async throws {
      let stories = try await Stories.lesson(17)
      for story in stories.all {
        for job in ["closure", "method"] { #expect(story.states(job) == [.waiting, .running]) }
        #expect(story.states("cancelled").last == .neverRan)
      }
      #expect(stories.gcd.spans == ["closure", "method", "work item"])
      #expect(stories.operation.spans == ["closure", "method", "subclass", "without a queue"])
      #expect(stories.tasks.spans == ["closure", "method", "function", "without a queue"])
      for story in [stories.operation, stories.tasks] {
        #expect(story.notes == ["its result is 200", "no result", "its result is 100"])
      }
    }

    @Test("18. Both run all their jobs, and an operation costs more than a closure on a queue")
    func cost() async throws {
      var ratios: [Double] = []
      // The APIs take turns, so that other work on the machine affects both.
      for _ in 1...5 {
        let stories = try await Stories.lesson(18)
        for story in stories.all {
          #expect(story["run"]?.end != nil)
          #expect(story.figure("jobs") == 20_000)
          // Recording each job would cost more than running it.
          #expect(story.entries.count <= 3)
          #expect(story.notes.isEmpty != isDebugBuild)
        }
        let gcd = try #require(stories.gcd.figure("ns a job"))
        let operation = try #require(stories.operation.figure("ns a job"))
        ratios.append(Double(operation) / Double(max(1, gcd)))
      }
      #expect(ratios.sorted()[2] > 1)
    }

    @Test("18, tasks. Child tasks run while others are added, on as many threads as there are cores")
    func tasksWhileAdding() async {
      let diary = Diary()
      await withDiscardingTaskGroup { group in
        for number in 1...200 {
          group.addTask { diary.span("job") { compute(milliseconds: 1) } }
          if number == 100 {
            // Waits until one of the added tasks has begun.
            while diary.story.spans.isEmpty { await Task.yield() }
            diary.note("half are added")
          }
        }
      }
      let half = diary.story["half are added"]?.start.turn ?? 0
      #expect(diary.story["job"].map { $0.start.turn < half } == true)
      #expect(diary.story.mostAtOnce("job") <= ProcessInfo.processInfo.activeProcessorCount)
    }
  }
}

private final class Count: Sendable { let value = Atomic(0) }

/// Returns the recorded median cost of an independent job, in microseconds, if each computes for `length` nanoseconds.
func recordedMicroseconds(of api: JobRunner, _ length: UInt64) throws -> Double {
  let jobs = try recordedJobs.get()
  let row = try #require(jobs.byLength(.jobTime).first { $0.load.length == length }).row
  let column = try #require(jobs.engines.firstIndex(of: api.rawValue))
  return try #require(row.cells[column]).median * 1e6
}

/// The recorded comparison of jobs. It is read once, which takes a second.
private let recordedJobs = Result {
  let record = try Data(contentsOf: comparisonFile("Results/jobs.json"))
  return try JSONDecoder().decode(Record<Comparison>.self, from: record).measurement
}
