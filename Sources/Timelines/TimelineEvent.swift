/// An event on a lane, as text.
public struct TimelineEvent: Sendable, Equatable {
  public let moment: Timeline.Moment
  /// The lane's name or the label of its bar. It is empty for a mark.
  public let subject: String
  /// A verb such as `starts` or `is cancelled`, or the text of a mark.
  public let words: String
  /// The names of the jobs that had to end before this job could start. Empty for all other events.
  public let prerequisites: [String]

  /// Returns whether a sentence says that a job ends or that a queue is resumed.
  public static func isEnd(_ sentence: String) -> Bool {
    sentence.hasSuffix(" \(ends)") || sentence.hasSuffix(" \(isResumed)")
  }

  /// Returns a name without its number: `photo` for `photo 1`. Jobs that differ only in a number are of one kind.
  public static func kind(of name: String) -> String { name.replacing(#/ [0-9]+$/#, with: "") }

  fileprivate static let ends = "ends"
  fileprivate static let isResumed = "is resumed"

  /// The subject and verb, such as `filter starts`, or the text of a mark.
  public var sentence: String { subject.isEmpty ? words : "\(subject) \(words)" }
}

extension Timeline {
  /// All events in order. A bar that lasts until the end of the record has no event for its end.
  public var events: [TimelineEvent] {
    let dependencies = dependencies
    return lanes.enumerated().flatMap { place, lane in
      let own = dependencies.filter { $0.dependent == place }
      return lane.marks.map { TimelineEvent(moment: $0, subject: "", words: lane.name, prerequisites: []) }
        + events(of: lane, own)
    }.sorted { $0.moment.turn < $1.moment.turn }
  }

  private func events(of lane: Lane, _ dependencies: [Dependency]) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    var bars = lane.bars
    // The first and last times are enough for a state that comes and goes.
    if lane.isOfOneState, bars.count > 2 {
      bars = [Bar(bars[0].state, from: bars[0].start, to: bars[bars.count - 1].end, label: bars[0].label)]
    }
    for (number, bar) in bars.enumerated() {
      let before = number > 0 ? bars[number - 1] : nil
      let isGoingOn = before.map { $0.end.turn == bar.start.turn && $0.label == bar.label } ?? false
      let isGoneOn =
        number + 1 < bars.count && bars[number + 1].start.turn == bar.end.turn
        && bars[number + 1].label == bar.label
      func add(_ moment: Moment, _ words: String) {
        let prerequisites = dependencies.filter { $0.start == moment }.map { lanes[$0.prerequisite].name }
        events.append(
          TimelineEvent(
            moment: moment, subject: bar.label ?? lane.name, words: words, prerequisites: prerequisites))
      }
      switch bar.state {
      case .waiting: add(bar.start, "waits")
      case .running: add(bar.start, "starts")
      case .cancelled:
        let isRunning = isGoingOn && before?.state == .running
        add(bar.start, isRunning ? "is cancelled while it runs" : "starts, though cancelled")
      case .neverRan: add(bar.start, isGoingOn ? "is cancelled, and never runs" : "never runs")
      case .suspended: add(bar.start, "is suspended")
      }
      guard !isGoneOn else { continue }
      switch bar.state {
      case .running, .cancelled: add(bar.end, TimelineEvent.ends)
      case .suspended: add(bar.end, TimelineEvent.isResumed)
      case .waiting, .neverRan: break
      }
    }
    return events
  }
}
