import LessonKit
import Timelines

/// The behaviour of a lesson's versions, as JSON.
struct LessonRecord: Encodable {
  private struct Note: Encodable {
    let text: String
    let thread: String
    let moment: Timeline.Moment
  }

  private struct Run: Encodable {
    let version: String
    let lanes: [Timeline.Lane]
    let notes: [Note]
    let figures: [Story.Figure]

    init(_ version: Lesson.Version, _ story: Story) {
      self.version = version.rawValue
      lanes = story.timeline.lanes.filter { $0.marks.isEmpty }
      notes = story.entries.filter { $0.kind == .note }
        .map { Note(text: $0.text, thread: $0.thread, moment: $0.start) }
      figures = story.figures
    }
  }

  private let lesson: Int
  private let title: String
  private let versions: [Run]

  init(_ lesson: Lesson, _ stories: [(Lesson.Version, Story)]) {
    self.lesson = lesson.number
    title = lesson.title
    versions = stories.map(Run.init)
  }
}
