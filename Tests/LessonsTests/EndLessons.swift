import LessonKit
import Testing

extension LessonRuns {
  /// Cancelling, and what an end sets off.
  @Suite struct EndLessons {
    @Test(
      "5. Cancelled while it runs it ends by asking; cancelled before, it never runs, and ends in its turn")
    func cancelling() async throws {
      let told = try await Told.lesson(5)
      for story in told.both {
        #expect(story.spans == ["first"])
        #expect(story["first"]?.end != nil)
        #expect(story.isBefore("first", "second has ended"))
        // Both can be asked whether they are over.
        #expect(story.figure("second ended at once") == 0)
        #expect(story.figure("second ended") == 1)
      }
    }

    @Test("6. A dependent of a cancelled download runs, and finds nothing")
    func cancelledDependency() async throws {
      for story in try await Told.lesson(6).both {
        #expect(story.notes == ["filter runs", "nothing to filter"])
      }
    }

    @Test(
      "7. Operation cancels ten bodies with one call and starts none; with GCD each asks a flag; new work runs"
    )
    func cancellingAll() async throws {
      let told = try await Told.lesson(7)
      for story in told.both {
        #expect(story["first"]?.end != nil)
        #expect(!story.notes.contains("filtered"))
        #expect(story.notes.last == "new photo filtered")
      }
      #expect(told.gcd.notes.count { $0 == "asked to filter" } == 10)
      #expect(!told.operation.notes.contains("asked to filter"))
    }

    @Test(
      "10. Notify tells many, and late ones; a completion block is one, and no late one; a dependent may be late"
    )
    func beingTold() async throws {
      let told = try await Told.lesson(10)
      #expect(told.gcd.notes == ["filtered", "told", "told as well", "told late"])
      #expect(told.operation.notes == ["filtered", "the wait is over", "told", "told late"])
    }

    @Test(
      "11. A work item is over before its transfer, a group after; an operation holds its slot until it says so"
    )
    func endingLater() async throws {
      let told = try await Told.lesson(11)
      let transfer = try #require(told.gcd["first transfer"])
      let over = try #require(told.gcd["the item is over"])
      #expect(try over.startTurn < #require(transfer.endTurn))
      for name in ["second transfer", "third transfer"] {
        #expect(told.gcd.isBefore(name, "the group is empty"))
      }
      #expect(told.operation.spans == ["first transfer", "second transfer", "third transfer"])
      #expect(told.operation.mostAtOnce() == 1)
      #expect(told.operation.isBefore("third transfer", "the transfers are over"))
    }
  }
}
