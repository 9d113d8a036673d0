import Timelines

/// The incorrect version of a lesson. When it runs, it goes wrong.
///
/// Its code is the lesson's `Trap.swift`. Everything else is in a comment in the readme:
/// `<!-- trap: the poster is empty | A group that becomes empty notifies. | Leave after the last step. -->`.
public struct Trap: Sendable {
  /// The sentence for the event at which it goes wrong.
  public let event: String
  /// The explanation of the event, as Markdown.
  public let mistake: String
  /// The way to avoid the mistake, as Markdown.
  public let cure: String
  /// The API that the code uses. If it uses several, this is the first one.
  public let api: Lesson.Version

  init(_ comment: [String], source: String) {
    let parts = comment.joined(separator: " ").split(separator: " | ").map(String.init)
    (event, mistake, cure) = parts.count == 3 ? (parts[0], parts[1], parts[2]) : ("", "", "")
    let imports = Declarations(source).imports
    api = imports.contains("Dispatch") ? .gcd : imports.contains("Foundation") ? .operation : .tasks
  }

  /// Returns the moment at which a run goes wrong, or nil if it didn't.
  public func moment(in timeline: Timeline) -> Timeline.Moment? {
    timeline.events.first { $0.sentence == event }?.moment
  }
}
