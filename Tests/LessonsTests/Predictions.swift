import LessonKit
import Lessons
import Testing
import Timelines

extension LessonRuns {
  /// Tests the answers. Each answer is a claim about the versions, and only the right one holds.
  @Suite struct Predictions {
    @Test("Each lesson has one right answer, and names where versions part, if any", arguments: lessons)
    func right(lesson: Lesson) async throws {
      let answers = lesson.content.answers
      #expect((2...4).contains(answers.count))
      #expect(answers.count { $0.isRight } == 1)
      #expect(!lesson.content.question.isEmpty && !answers.contains { $0.text.isEmpty })
      let stories = try await Stories.lesson(lesson.number, runsTrap: true)
      let claims = try #require(predictionClaims[lesson.number])
      #expect(claims.map { $0(stories) } == answers.map(\.isRight))
      if let parting = lesson.parting {
        #expect(stories.part(at: parting))
      } else {
        #expect(stories.jobsThatDiffer == [])
      }
    }
  }
}

extension Stories {
  /// Whether the versions differ in how often an event happens, or in whether its job runs before or after another job.
  fileprivate func part(at event: String) -> Bool {
    let counts = all.map { story in story.timeline.events.count { $0.sentence == event } }
    guard Set(counts).count == 1 else { return true }
    let job = event.replacing(" starts", with: "")
    return counts[0] > 0
      && gcd.spans.contains { other in
        all.contains { $0.isBefore(job, other) } && all.contains { $0.isBefore(other, job) }
      }
  }

  /// The jobs that several versions have but that don't end the same way in all of them.
  fileprivate var jobsThatDiffer: [String] {
    let fates = all.map(\.fates)
    return Set(fates.flatMap(\.keys)).filter { job in Set(fates.compactMap { $0[job] }).count > 1 }.sorted()
  }
}

extension Story {
  /// The events of each job, except for how it was submitted.
  fileprivate var fates: [String: [String]] {
    let events = timeline.events.filter {
      !$0.subject.isEmpty && !["waits", "is suspended", "is resumed"].contains($0.words)
    }
    return Dictionary(grouping: events, by: \.subject).mapValues { events in
      events.map { $0.words.replacing("is cancelled, and never", with: "never") }
    }
  }
}
