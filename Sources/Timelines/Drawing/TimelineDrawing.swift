import Foundation

/// A drawing of timelines as SVG, with a lane for each job on a shared axis. It needs no script.
///
/// Horizontal positions are percentages, so that a drawing fills the width of its page while its text keeps its size.
/// For scripts, every mark has its position from 0 to 1 (`data-at`) and its source line (`data-line`). A bar has two
/// of each, for its start and its end. If both have the same line, it is given only once.
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

  /// Creates a drawing of the timelines, which share an axis.
  /// - Parameter kind: The quantity that the axis shows, or nil to choose by the length of the bodies.
  public init(_ columns: [Column], kind: Axis.Kind? = nil) {
    self.columns = zip(columns, Timeline.thinned(columns.map(\.timeline))).map {
      Column($0.name, color: $0.color, timeline: $1)
    }
    axis = Axis(self.columns.map(\.timeline), kind: kind)
  }

  /// Returns one column as an element for a page that has `styleSheet`.
  /// - Parameters:
  ///   - id: A prefix that makes the element's ids unique on the page.
  ///   - isCompact: Whether each lane's name is left of its bars, `namesWidth` pixels outside of the element.
  public func element(_ column: Column, id: String, isCompact: Bool = false) -> Markup {
    svg(LaneDrawing(column, axis: axis, id: id, isCompact: isCompact), of: column)
  }

  /// The width of the names of a compact drawing, in pixels.
  public static let namesWidth = 150.0

  /// Returns one column as a file. The drawing is as wide as the space in which it is shown.
  /// - Parameter style: Additional style rules.
  public func file(_ column: Column, style: String = "") -> String {
    let rules = [Palette.styleSheet(root: "svg"), Self.styleSheet, "svg{background:var(--ground)}", style]
    return svg(
      LaneDrawing(column, axis: axis, id: "lanes"), of: column,
      namespace: "xmlns=\"http://www.w3.org/2000/svg\" ",
      style: "<style>\(Markup(verbatim: rules.joined()))</style>"
    ).description
  }

  /// Returns the height of a column's drawing, in pixels.
  public func height(_ column: Column) -> Double { LaneDrawing(column, axis: axis, id: "").height }

  /// Returns the name of a column's drawing, for screen readers.
  public func words(_ column: Column) -> String {
    "\(column.name): \(counted(column.timeline.lanes.count, "lane")), \(axis.title)"
  }

  private func svg(
    _ lanes: LaneDrawing, of column: Column, namespace: Markup = "", style: Markup = ""
  ) -> Markup {
    """
    <svg \(namespace)class="timeline" style="--engine:\(column.color.property)" width="100%" \
    height="\(pixels(lanes.height))" role="img" aria-label="\(words(column))">\(style)
    \(lanes.markup)
    </svg>
    """
  }
}

/// Returns a count with its noun: `1 lane`, `2 lanes`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
