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
      }
      // Only an operation can be asked.
      #expect(told.operation.figure("second ended at once") == 0)
      #expect(told.operation.figure("second ended") == 1)
    }

    @Test("6. A dependent of a cancelled download runs, and finds nothing")
    func cancelledDependency() async throws {
      for story in try await Told.lesson(6).both {
        #expect(story.notes == ["filter runs", "nothing to filter"])
      }
    }
  }
}
