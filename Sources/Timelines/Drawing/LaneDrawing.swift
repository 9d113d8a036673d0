import Foundation

/// The lanes of one timeline and the axis below them.
struct LaneDrawing {
  private let timeline: Timeline
  private let axis: Axis
  private let places: Axis.Places
  private let id: String

  init(_ column: TimelineDrawing.Column, axis: Axis, id: String) {
    (timeline, self.axis, self.id) = (column.timeline, axis, id)
    places = axis.places(column.timeline)
  }

  /// The height of a bar in pixels. The following sizes are in pixels, too.
  private static let lane = 28.0
  /// The style sheet repeats this height for all bars.
  private static let bar = (top: 14.0, height: 10.0)
  private var bottom: Double { Self.lane * Double(timeline.lanes.count) + 2 }
  var height: Double { bottom + 22 }

  var markup: String {
    var body = SVG()
    if timeline.lanes.contains(where: { $0.bars.contains { $0.state == .cancelled } }) {
      body.element("defs", [], hatch)
    }
    drawAxis(&body)
    for (number, lane) in timeline.lanes.enumerated() { draw(lane, at: Self.lane * Double(number), &body) }
    return body.markup
  }

  /// Slanted lines on a background that hides everything below the bar.
  private var hatch: String {
    """
    <pattern id="\(id)-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect width="6" height="6" class="between"/><rect width="2.5" height="6" class="stripe"/></pattern>
    """
  }

  private func drawAxis(_ body: inout SVG) {
    let ticks = axis.ticks
    for tick in ticks {
      body.element(
        "line",
        [
          ("x1", percent(tick.place)), ("x2", percent(tick.place)), ("y2", pixels(bottom)), ("class", "grid"),
        ])
      let anchor = tick.place < 0.04 ? "" : tick.place > 0.9 ? " end" : " middle"
      body.element(
        "text", [("x", percent(tick.place)), ("y", pixels(bottom + 15)), ("class", "tick" + anchor)],
        escapedForMarkup(tick.label))
    }
    body.element(
      "line",
      [("x2", "100%"), ("y1", pixels(bottom)), ("y2", pixels(bottom)), ("class", "axis")])
  }

  private func draw(_ lane: Timeline.Lane, at y: Double, _ body: inout SVG) {
    // The detail is next to the name. At the end of the lane, the line that marks the position would cross it.
    let detail = lane.detail.map { "<tspan dx=\"8\">\(escapedForMarkup($0))</tspan>" } ?? ""
    body.element("text", [("y", pixels(y + 11))], escapedForMarkup(lane.name) + detail)
    for bar in lane.bars { draw(bar, at: y, &body) }
    for mark in lane.marks {
      body.element(
        "circle",
        [
          ("class", "mark"), ("cx", percent(places[mark])),
          ("cy", pixels(y + Self.bar.top + Self.bar.height / 2)), ("r", "4.5"),
        ] + data(mark))
    }
  }

  private func draw(_ bar: Timeline.Bar, at y: Double, _ body: inout SVG) {
    let (start, end) = (places[bar.start], places[bar.end])
    var attributes = [
      ("class", bar.state.look), ("x", percent(start)), ("y", pixels(y + Self.bar.top)),
      ("width", "\(decimal(max(0.6, Self.width * (end - start)), 1))%"),
    ]
    if bar.state == .cancelled { attributes.append(("fill", "url(#\(id)-hatch)")) }
    attributes += data(bar.start, bar.end)
    // Other bars have the name of their lane, which is above them. Their times are in the table.
    let title = bar.label.map { label in
      "<title>\(escapedForMarkup("\(label): \(bar.state.rawValue), \(words(bar))"))</title>"
    }
    body.element("rect", attributes, title)
  }

  /// Returns data attributes for the page's scripts: the positions of one or two moments, and their source lines if
  /// they have any. If both moments have the same line, it is given once.
  private func data(_ moments: Timeline.Moment...) -> [(String, String)] {
    var lines = moments.compactMap { $0.line.map(String.init) }
    if Set(lines).count == 1 { lines = [lines[0]] }
    return [("data-at", moments.map { decimal(places[$0], 3) }.joined(separator: " "))]
      + (lines.isEmpty ? [] : [("data-line", lines.joined(separator: " "))])
  }

  /// Returns a range of times, with one unit if both ends have the same one.
  private func words(_ bar: Timeline.Bar) -> String {
    let (start, end) = (words(bar.start), words(bar.end))
    let unit = end.drop { $0 != " " }
    return "\(start.hasSuffix(unit) ? String(start.dropLast(unit.count)) : start)–\(end)"
  }

  private func words(_ moment: Timeline.Moment) -> String {
    axis.kind == .order ? "\(moment.turn)" : durationText(moment.time)
  }

  /// The part of the width that a timeline takes, in percent. It leaves room for marks at both ends.
  static let (inset, width) = (1.2, 97.6)

  private func percent(_ place: Double) -> String { TimelineDrawing.percent(place) }
}

extension TimelineDrawing {
  /// Returns the horizontal position in a drawing for a position from 0 to 1 on its axis, such as `50%`.
  public static func percent(_ place: Double) -> String {
    "\(decimal(LaneDrawing.inset + LaneDrawing.width * place, 1))%"
  }
}

/// Returns a number with at most this many digits after the point and without trailing zeros.
public func decimal(_ value: Double, _ digits: Int = 2) -> String {
  var text = String(format: "%.\(digits)f", value)
  while text.hasSuffix("0") { text.removeLast() }
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}

extension Timeline.State {
  /// The CSS class of the state's bars.
  public var look: String { self == .neverRan ? "never" : rawValue }
}
