import Foundation
import LessonKit
import Lessons
import Testing
import Timelines

extension LessonRuns {
  /// Tests of the traps that can be watched.
  @Suite struct Traps {
    @Test("Every lesson has a trap to watch, with its mistake and cure in a sentence", arguments: lessons)
    func complete(lesson: Lesson) {
      let trap = lesson.trap
      for text in [trap.mistake, trap.cure] { #expect(text.hasSuffix(".") && !text.contains("|")) }
      #expect(trap.event.first?.isNewline == false)
      // The comment at the top states the intent, and another one marks the wrong line.
      let code = lesson.source(.trap)
      #expect(code.contains("\n/// Meant: ") && code.contains("// Wrong: "))
      #expect(lesson.plain(.trap).lines.count <= 60)
    }

    @Test("In every run, with and without random pauses, the trap goes wrong once", arguments: lessons)
    func goesWrong(lesson: Lesson) async {
      let event = lesson.trap.event
      for hesitates in [false, true, true] {
        let story = await onOwnThread { lesson.run(.trap, hesitates: hesitates) }
        let sentences = story.timeline.events.map(\.sentence)
        #expect(sentences.count { $0 == event } == 1, "\(sentences)")
      }
    }
  }
}
