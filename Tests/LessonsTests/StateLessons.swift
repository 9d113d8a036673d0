import LessonKit
import Testing

extension LessonRuns {
  /// What is shared, asked, repeated, waited for, written and paid.
  @Suite struct StateLessons {
    @Test("13. Four workers take every photo, and none twice")
    func sharedState() async throws {
      for story in try await Stories.lesson(13).all {
        #expect(story.spans.count { $0.hasPrefix("worker") } == 4)
        for photo in 1...8 { #expect(story.states("photo \(photo)") == [.running]) }
        #expect(story.figure("taken") == 8)
        #expect(story.figure("taken by two") == 0)
      }
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

    @Test(
      "15. A work item runs as often as it is submitted, until it is cancelled; an operation once; both make one palette"
    )
    func onceOrAgain() async throws {
      let stories = try await Stories.lesson(15)
      #expect(stories.gcd.notes == ["filtered", "filtered", "filtered", "palette made"])
      #expect(
        stories.operation.notes == ["filtered", "filtered anew", "filtered anew", "palette made"]
          + Array(repeating: "palette used", count: 8))
      #expect(stories.tasks.notes == stories.operation.notes)
    }

    @Test("16. A body that waits for one behind it waits in vain; one that asks, or depends, does not")
    func deadlock() async throws {
      let stories = try await Stories.lesson(16)
      #expect(
        stories.gcd.notes == [
          "waited in vain", "inner runs", "from outside", "from inside", "not seen from another queue",
          "but the precondition sees it",
        ])
      #expect(
        stories.operation.notes == [
          "waited in vain", "inner runs", "outer has finished", "inner of two", "the rest, after it",
        ])
      #expect(stories.tasks.notes == ["inner runs", "no deadlock", "back on the first actor"])
    }

    @Test(
      "17. A closure, a method and an object run with both; a subclass keeps its result, and runs without a queue"
    )
    func threeWays() async throws {
      let stories = try await Stories.lesson(17)
      #expect(stories.gcd.notes == ["a closure", "a method", "a work item"])
      #expect(
        stories.operation.notes == [
          "a closure", "a method", "a subclass, with the result 200", "cancelled, no result",
          "without a queue: 100",
        ])
      #expect(
        stories.tasks.notes == [
          "a closure", "a method", "a function, with the result 200", "cancelled, no result",
          "without a task: 100",
        ])
    }

    @Test("18. Both run all their jobs, and an operation costs more than a closure on a queue")
    func cost() async throws {
      var ratios: [Double] = []
      // By turns, so that what else the machine does meets both.
      for _ in 1...5 {
        let stories = try await Stories.lesson(18)
        for (story, submitting) in [(stories.gcd, "submit"), (stories.operation, "add")] {
          #expect(story.figure("jobs") == 20_000)
          #expect(story.isBefore(submitting, "run"))
        }
        #expect(stories.tasks.figure("jobs") == 20_000 && stories.tasks["add and run"]?.end != nil)
        let gcd = try #require(stories.gcd.figure("ns a job"))
        let operation = try #require(stories.operation.figure("ns a job"))
        ratios.append(Double(operation) / Double(max(1, gcd)))
      }
      #expect(ratios.sorted()[2] > 1)
    }
  }
}
