import Foundation

/// Timelines as an SVG: a lane a job, on an axis that they share. Complete without a script.
///
/// Places from left to right are in percent, so that a drawing is as wide as its page has room for while its text keeps its
/// size. For scripts, every mark has its place from 0 to 1 (`data-at`) and its source line (`data-line`). A bar has two of
/// both, for its start and its end; one line if both have the same.
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

  public let columns: [Column]
  public let axis: Axis

  /// - Parameter kind: what the axis shows; nil leaves that to how long bodies ran.
  public init(_ columns: [Column], kind: Axis.Kind? = nil) {
    self.columns = zip(columns, Timeline.thinned(columns.map(\.timeline))).map {
      Column($0.name, color: $0.color, timeline: $1)
    }
    axis = Axis(self.columns.map(\.timeline), kind: kind)
  }

  /// One column as an element for a page that has `styleSheet`.
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

  /// The height of a column's drawing, in pixels.
  public func height(_ column: Column) -> Double { LaneDrawing(column, axis: axis, id: "").height }

  /// The name of a column's drawing, for screen readers.
  public func words(_ column: Column) -> String {
    "\(column.name): \(counted(column.timeline.lanes.count, "lane")), \(axis.title)"
  }

  private func svg(_ column: Column, id: String, namespace: String = "", style: String = "") -> String {
    let lanes = LaneDrawing(column, axis: axis, id: id)
    return "<svg \(namespace)class=\"timeline\" style=\"--engine:\(column.color.property)\" width=\"100%\" "
      + "height=\"\(pixels(lanes.height))\" role=\"img\" aria-label=\"\(escapedForMarkup(words(column)))\">\(style)\n"
      + lanes.markup + "\n</svg>"
  }
}

/// `1 lane`, `2 lanes`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
