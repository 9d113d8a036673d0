import Foundation

/// The lanes of one timeline and the axis below them.
struct LaneDrawing {
  private let timeline: Timeline
  private let axis: Axis
  private let place: Axis.Place
  private let id: String
  /// Whether the name of a lane is left of its bars instead of above them.
  private let isCompact: Bool

  init(_ column: TimelineDrawing.Column, axis: Axis, id: String, isCompact: Bool = false) {
    (timeline, self.axis, self.id, self.isCompact) = (column.timeline, axis, id, isCompact)
    place = axis.places(column.timeline)
  }

  /// The height of a lane in pixels. The following sizes are in pixels, too.
  private var pitch: Double { isCompact ? 18 : 28 }
  /// The style sheet repeats this height for all bars.
  private var inLane: (top: Double, height: Double) { (isCompact ? 4 : 14, 10) }
  /// The number of characters of a name and a detail for which there is room left of the bars.
  private static let mostBeside = 23
  private var bottom: Double { pitch * Double(timeline.lanes.count) + 2 }
  var height: Double { bottom + 22 }

  var markup: Markup {
    let isHatched = timeline.lanes.contains { $0.bars.contains { $0.state == .cancelled } }
    let lanes = timeline.lanes.enumerated().map { drawn($1, at: pitch * Double($0)) }
    let parts = (isHatched ? [hatch] : []) + drawnAxis + drawnDependencies + lanes.flatMap(\.self)
    return parts.joined(separator: "\n")
  }

  /// Slanted lines on a background that hides everything below the bar.
  private var hatch: Markup {
    """
    <defs><pattern id="\(id)-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect width="6" height="6" class="between"/><rect width="2.5" height="6" class="stripe"/></pattern></defs>
    """
  }

  private var drawnAxis: [Markup] {
    let ticks = axis.ticks.map { tick -> Markup in
      let (x, anchor) = (percent(tick.place), tick.place < 0.04 ? "" : tick.place > 0.9 ? " end" : " middle")
      return """
        <line x1="\(x)" x2="\(x)" y2="\(pixels(bottom))" class="grid"/>
        <text x="\(x)" y="\(pixels(bottom + 15))" class="tick\(anchor)">\(tick.label)</text>
        """
    }
    return ticks + [
      "<line x2=\"100%\" y1=\"\(pixels(bottom))\" y2=\"\(pixels(bottom))\" class=\"axis\"/>"
    ]
  }

  /// Arrows from the end of each prerequisite to the start of its dependent. Bars and names cover the arrows. A
  /// transparent line makes each arrow wide enough to point at.
  private var drawnDependencies: [Markup] {
    let dependencies = timeline.dependencies
    guard !dependencies.isEmpty else { return [] }
    let marker: Markup = """
      <marker id="\(id)-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" \
      markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0l8 4-8 4z"/></marker>
      """
    return [marker]
      + dependencies.map { one in
        let isDownward = one.dependent > one.prerequisite
        func y(_ lane: Int, isBelow: Bool) -> String {
          pixels(pitch * Double(lane) + inLane.top + (isBelow ? inLane.height : 0))
        }
        let ends: Markup = """
          x1="\(percent(place(one.end)))" x2="\(percent(place(one.start)))" \
          y1="\(y(one.prerequisite, isBelow: isDownward))" y2="\(y(one.dependent, isBelow: !isDownward))"
          """
        let names = [one.dependent, one.prerequisite].map { timeline.lanes[$0].name }
        let title: Markup = "<title>\(names.joined(separator: " waited for "))</title>"
        return """
          <line class="reach" \(ends)>\(title)</line>
          <line class="dependency" \(ends) marker-end="url(#\(id)-arrow)"\(data(one.start))>\(title)</line>
          """
      }
  }

  private func drawn(_ lane: Timeline.Lane, at y: Double) -> [Markup] {
    // The detail is next to the name. At the end of the lane, the line that marks the position would cross it.
    let isRoom = !isCompact || lane.name.count + (lane.detail?.count ?? 0) <= Self.mostBeside
    let detail: Markup? = isRoom ? lane.detail.map { "<tspan dx=\"6\">\($0)</tspan>" } : nil
    let x: Markup? = isCompact ? " x=\"\(pixels(-TimelineDrawing.namesWidth))\"" : nil
    let bars = lane.bars.map { bar -> Markup in
      let (start, end) = (place(bar.start), place(bar.end))
      let fill: Markup? = bar.state == .cancelled ? " fill=\"url(#\(id)-hatch)\"" : nil
      return """
        <rect class="\(bar.state.look)" x="\(percent(start))" y="\(pixels(y + inLane.top))" \
        width="\(decimal(max(0.6, Self.width * (end - start)), 1))%"\(fill)\(data(bar.start, bar.end))>\
        <title>\(bar.label ?? lane.name): \(bar.state.rawValue), \(words(bar))</title></rect>
        """
    }
    let marks = lane.marks.map { mark -> Markup in
      """
      <circle class="mark" cx="\(percent(place(mark)))" cy="\(pixels(y + inLane.top + inLane.height / 2))" r="4.5"\
      \(data(mark))/>
      """
    }
    return ["<text\(x) y=\"\(pixels(y + (isCompact ? 13 : 11)))\">\(lane.name)\(detail)</text>"] + bars
      + marks
  }

  /// Returns data attributes for the page's scripts: the positions of one or two moments, and their source lines if
  /// they have any. If both moments have the same line, it is given once.
  private func data(_ moments: Timeline.Moment...) -> Markup {
    var lines = moments.compactMap { $0.line.map(String.init) }
    if Set(lines).count == 1 { lines = [lines[0]] }
    let line: Markup? = lines.isEmpty ? nil : " data-line=\"\(lines.joined(separator: " "))\""
    return " data-at=\"\(moments.map { decimal(place($0), 3) }.joined(separator: " "))\"\(line)"
  }

  /// Returns the start and the length of a bar, or its range on an axis of order.
  private func words(_ bar: Timeline.Bar) -> String {
    switch axis.kind {
    case .order: "\(bar.start.turn)–\(bar.end.turn)"
    case .time: "from \(durationText(bar.start.time)), for \(durationText(bar.end.time - bar.start.time))"
    }
  }

  /// The part of the width that a timeline takes, in percent. It leaves room for marks at both ends.
  fileprivate static let (inset, width) = (1.2, 97.6)

  private func percent(_ place: Double) -> String { TimelineDrawing.percent(place) }
}

extension TimelineDrawing {
  /// Returns the horizontal position in a drawing for a position from 0 to 1 on its axis, such as `50%`.
  public static func percent(_ place: Double) -> String {
    "\(decimal(LaneDrawing.inset + LaneDrawing.width * place, 1))%"
  }
}

/// Formats a length in pixels. Tenths are precise enough.
func pixels(_ value: Double) -> String { decimal(value, 1) }

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
