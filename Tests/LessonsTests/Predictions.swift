import LessonKit
import Lessons
import Testing

extension LessonRuns {
  /// Each answer is a claim about what the versions do, and the right one is the one that holds.
  @Suite struct Predictions {
    @Test(
      "Each lesson offers two to four answers, and the one that it marks is what its versions do",
      arguments: lessons)
    func right(lesson: Lesson) async throws {
      let answers = lesson.prediction.answers
      #expect((2...4).contains(answers.count))
      #expect(answers.count { $0.isRight } == 1)
      #expect(!lesson.prediction.question.isEmpty && !answers.contains { $0.text.isEmpty })
      let stories = try await Stories.lesson(lesson.number)
      let claims = try #require(predictionClaims[lesson.number])
      #expect(claims.map { $0(stories) } == answers.map(\.isRight))
    }

    @Test("A reader who has chosen gets the explanation without the answers", arguments: lessons)
    func explained(lesson: Lesson) {
      #expect(lesson.explanation.contains("**What to see.**"))
      #expect(!lesson.explanation.contains("<!-- right -->"))
    }
  }
}
