/// One thing that happened to a lane, in words.
public struct TimelineEvent: Sendable, Equatable {
  public let moment: Timeline.Moment
  /// The lane's name, or the label of its bar; of a mark, empty.
  public let subject: String
  /// `starts`, `is cancelled`, …; of a mark, what it says.
  public let words: String
}

extension Timeline {
  /// All that happened, by turn. That a bar lasts until the end of the record is not an event.
  public var events: [TimelineEvent] {
    lanes.flatMap { lane in
      lane.marks.map { TimelineEvent(moment: $0, subject: "", words: lane.name) } + events(of: lane)
    }.sorted { $0.moment.turn < $1.moment.turn }
  }

  private func events(of lane: Lane) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    var bars = lane.bars
    // Of one thing that goes on and off again and again, the first and the last time are enough.
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
        events.append(TimelineEvent(moment: moment, subject: bar.label ?? lane.name, words: words))
      }
      switch bar.state {
      case .waiting: add(bar.start, "waits")
      case .running: add(bar.start, "starts")
      case .cancelled: add(bar.start, isGoingOn ? "is cancelled, and goes on" : "starts, though cancelled")
      case .neverRan: add(bar.start, isGoingOn ? "is cancelled, and never runs" : "never runs")
      case .suspended: add(bar.start, "is suspended")
      }
      guard !isGoneOn else { continue }
      switch bar.state {
      case .running, .cancelled: add(bar.end, "ends")
      case .suspended: add(bar.end, "is resumed")
      case .waiting, .neverRan: break
      }
    }
    return events
  }
}

extension TimelineDrawing {
  /// What happened in a column, as a table for those who do not see the drawing, and for paper. Its rows have
  /// their place, as bars and marks have.
  /// - Parameters:
  ///   - most: rows, after which only the number of those left out is given.
  ///   - link: the address of a source line; nil where none is shown.
  public func eventTable(_ column: Column, most: Int = 24, link: (Int) -> String? = { _ in nil }) -> String {
    let places = axis.places(column.timeline)
    let start = column.timeline.moments.first?.time ?? 0
    let events = column.timeline.events
    var rows = events.prefix(most).map { event in
      let moment = event.moment
      let line = moment.line.map { line in
        link(line).map { "<a href=\"\(escapedForMarkup($0))\">\(line)</a>" } ?? "\(line)"
      }
      let subject = event.subject.isEmpty ? "" : "<b>\(escapedForMarkup(event.subject))</b> "
      // Where the drawing shows no time, it would mean nothing.
      let time = axis.kind == .time ? "<td>\(secondsInWords(moment.time - start))</td>" : ""
      return "<tr data-at=\"\(decimal(places[moment], 3))\"><td>\(moment.turn)</td>\(time)"
        + "<td>\(subject)\(escapedForMarkup(event.words))</td>"
        + "<td>\(line ?? "")</td></tr>"
    }
    if events.count > rows.count {
      rows.append(
        "<tr><td></td>\(axis.kind == .time ? "<td></td>" : "")<td>\(events.count - rows.count) more, as drawn</td>"
          + "<td></td></tr>")
    }
    return "<table class=\"events\"><caption>\(escapedForMarkup(column.name))</caption>"
      + "<thead><tr><th scope=\"col\">Turn</th>"
      + (axis.kind == .time ? "<th scope=\"col\">Time</th>" : "") + "<th scope=\"col\">What happens</th>"
      + "<th scope=\"col\">Line</th></tr></thead>\n<tbody>\(rows.joined(separator: "\n"))</tbody></table>"
  }
}
