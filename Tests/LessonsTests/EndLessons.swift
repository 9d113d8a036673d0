import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Tests of lessons about cancelling, and about the effects of a job's end.
  @Suite struct EndLessons {
    @Test("5. Cancelled while running, work ends by checking; before, it never runs, and ends in its turn")
    func cancelling() async throws {
      let stories = try await Stories.lesson(5)
      for story in stories.all {
        #expect(story.states("first").suffix(2) == [.running, .cancelled])
        #expect(story.isBefore("first", "second has ended"))
        #expect(story.isBefore("second not ended yet", "second has ended"))
      }
      for story in stories.both {
        #expect(story.spans == ["first"])
        #expect(story.states("second") == [.waiting, .neverRan])
      }
      // A cancelled task runs anyway.
      #expect(stories.tasks.spans == ["first", "second"])
      #expect(stories.operation.notes.last == "second is finished")
    }

    @Test("6. A dependent of a cancelled download runs, and finds nothing")
    func cancelledDependency() async throws {
      let stories = try await Stories.lesson(6)
      for story in stories.all {
        #expect(story.spans == ["filter"])
        let download = try #require(story.timeline.lanes.first { $0.name == "download" })
        #expect(download.bars.last?.state == .neverRan)
      }
      for story in stories.both { #expect(story.notes == ["nothing to filter"]) }
      #expect(stories.tasks.notes == ["nothing to filter", "its child is cancelled"])
    }

    @Test("7. Cancelled together, none of the four that wait runs; the one that runs ends; new work runs")
    func cancellingAll() async throws {
      let stories = try await Stories.lesson(7)
      for story in stories.all {
        #expect(story.spans == ["photo 1", "new photo"])
        #expect(story.states("photo 1").suffix(2) == [.running, .cancelled])
        for number in 2...5 { #expect(story.states("photo \(number)") == [.waiting, .neverRan]) }
      }
    }

    @Test("10. Observers and dependents are many, and may be late; a completion block is one, and may not")
    func observing() async throws {
      let stories = try await Stories.lesson(10)
      for story in stories.all {
        #expect(story.spans.first == "filter")
        #expect(story.spans.last == "late observer")
        for name in ["first observer", "second observer"] {
          #expect(story.spans.count { $0 == name } == 1)
          #expect(story.states(name) == [.waiting, .running])
        }
      }
      for story in [stories.gcd, stories.tasks] { #expect(story.spans.count == 4) }
      #expect(stories.operation.spans.count == 5)
      for block in ["replaced block", "late block"] {
        #expect(stories.operation.states(block) == [.neverRan])
      }
      for name in ["list", "badge"] {
        let heard = stories.tasks.notes.filter { $0.contains(name) }
        #expect(heard == [50, 100].map { "the \(name) shows \($0) %" })
      }

      let (filter, isOver, ran) = (BlockOperation {}, Gate(), Gate())
      filter.completionBlock = {
        isOver.wait()
        ran.open()
      }
      await onOwnThread {
        OperationQueue().addOperations([filter], waitUntilFinished: true)
        isOver.open()
      }
      await ran.opened()
    }

    @Test("11. A work item ends before its transfer; a group, and an operation with its slot, end after it")
    func endingLater() async throws {
      let stories = try await Stories.lesson(11)
      let transfer = try #require(stories.gcd["first transfer"])
      let end = try #require(stories.gcd["the item has finished"])
      #expect(try end.start.turn < #require(transfer.end?.turn))
      for name in ["second transfer", "third transfer"] {
        #expect(stories.gcd.isBefore(name, "report"))
      }
      for story in [stories.operation, stories.tasks] {
        #expect(story.spans == ["first transfer", "second transfer", "third transfer", "report"])
        #expect(story.mostAtOnce() == 1)
        #expect(story.isBefore("third transfer", "report"))
      }
      for name in ["first transfer", "second transfer", "third transfer", "report"] {
        #expect(stories.operation.states(name) == [.waiting, .running])
      }
    }
  }
}
