import LessonKit
import Testing

extension LessonRuns {
  /// Cancelling, and what an end sets off.
  @Suite struct EndLessons {
    @Test(
      "5. Cancelled while it runs, work ends by checking; cancelled before, it never runs, and ends in its turn"
    )
    func cancelling() async throws {
      let stories = try await Stories.lesson(5)
      for story in stories.all {
        #expect(story.spans == ["first"])
        #expect(story["first"]?.end != nil)
        #expect(story.isBefore("first", "second has ended"))
        #expect(story.figure("second ended at once") == 0)
        #expect(story.figure("second ended") == 1)
      }
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

    @Test(
      "7. Of ten that wait, none runs once all are cancelled; the one that runs checks, and ends; new work runs"
    )
    func cancellingAll() async throws {
      let stories = try await Stories.lesson(7)
      for story in stories.all {
        #expect(story["first"]?.end != nil)
        #expect(story.notes == ["new photo filtered"])
      }
    }

    @Test(
      "10. Observers and dependents are many, and may be late; a completion block is one, and may not"
    )
    func observing() async throws {
      let stories = try await Stories.lesson(10)
      for story in stories.all {
        #expect(story.notes.first == "filtered")
        #expect(story.notes.last == "late observer")
        for name in ["first observer", "second observer"] {
          #expect(story.notes.count { $0 == name } == 1)
        }
      }
      #expect(stories.gcd.notes.count == 4)
      #expect(stories.operation.notes.count == 6)
      #expect(stories.tasks.notes.count == 4)
      #expect(stories.tasks.figures.map(\.value) == [50, 100])
      #expect(stories.operation.isBefore("the wait is over", "completion block"))
    }

    @Test(
      "11. A work item finishes before its transfer, a group after; an operation holds its slot until it reports"
    )
    func endingLater() async throws {
      let stories = try await Stories.lesson(11)
      let transfer = try #require(stories.gcd["first transfer"])
      let end = try #require(stories.gcd["the item has finished"])
      #expect(try end.start.turn < #require(transfer.end?.turn))
      for name in ["second transfer", "third transfer"] {
        #expect(stories.gcd.isBefore(name, "the group is empty"))
      }
      for story in [stories.operation, stories.tasks] {
        #expect(story.spans == ["first transfer", "second transfer", "third transfer"])
        #expect(story.mostAtOnce() == 1)
        #expect(story.isBefore("third transfer", "the transfers have finished"))
      }
    }
  }
}
