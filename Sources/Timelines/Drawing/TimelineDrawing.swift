import Foundation

/// Timelines as an SVG: a lane a job, on an axis that they share. Complete without a script.
///
/// Places from left to right are in percent, so that a drawing is as wide as its page has room for while its text keeps its
/// size. For scripts, every mark has its place from 0 to 1 (`data-at`) and its source line (`data-line`), and every bar
/// has two of both, where it begins and where it ends; one line, if it is the same.
public struct TimelineDrawing: Sendable {
  /// One of the timelines.
  public struct Column: Sendable {
    public let name: String
    public let color: Palette
    public let timeline: Timeline

    public init(_ name: String, color: Palette, timeline: Timeline) {
      (self.name, self.color, self.timeline) = (name, color, timeline)
    }
  }

  public enum Arrangement: Sendable { case beside, below }

  public let columns: [Column]
  public let axis: Axis

  /// - Parameter kind: what the axis shows; nil leaves that to how long bodies ran.
  public init(_ columns: [Column], kind: Axis.Kind? = nil) {
    self.columns = zip(columns, Timeline.thinned(columns.map(\.timeline))).map {
      Column($0.name, color: $0.color, timeline: $1)
    }
    axis = Axis(self.columns.map(\.timeline), kind: kind)
  }

  /// One column as an element for a page that has `styleSheet`. The words of a drawing for those who do not see it are
  /// the timeline's `events`.
  /// - Parameter id: starts the ids in it, which are unique on a page.
  public func element(_ column: Column, id: String) -> String { svg(column, id: id) }

  /// One column as a file of its own, which is as wide as the place where it is shown.
  /// - Parameter style: more rules for it.
  public func file(_ column: Column, style: String = "") -> String {
    let rules = [Palette.styleSheet(root: "svg"), Self.styleSheet, "svg{background:var(--ground)}", style]
    return svg(
      column, id: "lanes", namespace: "xmlns=\"http://www.w3.org/2000/svg\" ",
      style: "<style>\(rules.joined())</style>")
  }

  /// Of a column's drawing, in pixels.
  public func height(_ column: Column) -> Double { LaneDrawing(column, axis: axis, id: "").height }

  /// What a column's drawing is called.
  public func words(_ column: Column) -> String {
    "\(column.name): \(counted(column.timeline.lanes.count, "lane")), \(axis.title)"
  }

  private func svg(_ column: Column, id: String, namespace: String = "", style: String = "") -> String {
    let lanes = LaneDrawing(column, axis: axis, id: id)
    return "<svg \(namespace)class=\"timeline\" style=\"--engine:\(column.color.property)\" width=\"100%\" "
      + "height=\"\(short(lanes.height))\" role=\"img\" aria-label=\"\(escapedForMarkup(words(column)))\">\(style)\n"
      + lanes.markup + "\n</svg>"
  }

  /// All columns as a file of their own, with their names and what the looks mean.
  /// - Parameter width: in pixels.
  public func document(title: String, width: Double = 760, _ arrangement: Arrangement = .below) -> String {
    let heading = 26.0
    let drawn = columns.enumerated().map { LaneDrawing($1, axis: axis, id: "lanes-\($0)") }
    let gap = 3.0
    let share =
      arrangement == .beside ? (100 - gap * Double(columns.count - 1)) / Double(max(1, columns.count)) : 100
    var body = SVG()
    body.element("rect", [("width", "100%"), ("height", "100%"), ("class", "ground")])
    var inner = SVG()
    var (x, y, bottom) = (0.0, 0.0, 0.0)
    for (column, lanes) in zip(columns, drawn) {
      let name = "<text class=\"name\" y=\"15\">\(escapedForMarkup(column.name))</text>"
      inner.element(
        "svg",
        [
          ("class", "timeline"), ("style", "--engine:\(column.color.property)"), ("x", "\(short(x))%"),
          ("y", short(y)), ("width", "\(short(share))%"), ("height", short(heading + lanes.height)),
        ], name + "<svg y=\"\(short(heading))\" width=\"100%\">\n\(lanes.markup)\n</svg>")
      bottom = max(bottom, y + heading + lanes.height)
      if arrangement == .beside { x += share + gap } else { y += heading + lanes.height + 14 }
    }
    let margin = 16.0
    body.element(
      "svg",
      [
        ("x", short(margin)), ("y", short(margin)), ("width", short(width - 2 * margin)),
        ("height", short(bottom)),
      ], inner.markup)
    let legend = TimelineLook.legend(states, width: width - 2 * margin, axis: axis)
    body.element(
      "svg", [("class", "timeline"), ("x", short(margin)), ("y", short(bottom + margin + 12))], legend.markup)
    return body.document(
      width: width, height: bottom + 2 * margin + 12 + legend.height, title: title,
      style: Palette.styleSheet(root: "svg") + Self.styleSheet, scales: false)
  }

  /// What the looks mean, of those that occur, as a list for a page.
  public var legend: String { TimelineLook.list(states, hasMarks: hasMarks, axis: axis) }

  /// For elements and their tables; it needs the properties of `Palette.styleSheet`.
  public static var styleSheet: String { TimelineLook.styleSheet }

  private var hasMarks: Bool { columns.contains { $0.timeline.lanes.contains { !$0.marks.isEmpty } } }

  private var states: [Timeline.State] {
    let lanes = columns.flatMap(\.timeline.lanes)
    let occurring = Set(lanes.flatMap(\.bars).map(\.state))
    return Timeline.State.allCases.filter(occurring.contains)
  }
}

/// `1 lane`, `2 lanes`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
