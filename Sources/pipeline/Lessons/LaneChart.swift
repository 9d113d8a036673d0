import Foundation
import Lessons
import Timelines

/// A timeline drawn in a terminal, with one lane per job. Several timelines can share an axis.
struct LaneChart {
  private let style: Style
  private let axis: Axis
  private let width: Int
  private let detail: Int
  private let label: Int
  private let chart: Int

  /// Creates a chart whose axis and columns fit all timelines.
  /// - Parameters:
  ///   - width: The width of the terminal, in columns.
  ///   - timelines: All timelines that share the axis.
  init(style: Style, width: Int, timelines: [Timeline]) {
    (self.style, self.width) = (style, min(width, 110))
    axis = Axis(timelines)
    let lanes = timelines.flatMap(\.lanes)
    detail = lanes.compactMap(\.detail).map { columns($0) }.max() ?? 0
    let room = max(2, self.width - detail - 8)
    label = min(lanes.map { columns($0.name) }.max() ?? 0, room / 2)
    chart = room - label
  }

  func drawn(_ timeline: Timeline) -> String {
    let place = axis.places(timeline)
    return timeline.lanes.map { lane in
      "  " + style.dim(fitted(lane.detail ?? "", to: detail)) + "  " + fitted(lane.name, to: label)
        + " │" + cells(lane, place) + "│\n"
    }.joined()
  }

  /// Returns a row that points at a moment in the timeline above it.
  func pointer(to moment: Timeline.Moment, in timeline: Timeline) -> String {
    let place = cell(axis.places(timeline)(moment))
    // The columns before a lane: the margins, the detail, the name and the border.
    let before = 2 + detail + 2 + label + 2
    return String(repeating: " ", count: before + place) + style.red("▲") + "\n"
  }

  /// Returns a legend for the axis, and for the states and marks that occur in the timelines.
  func legend(_ timelines: [Timeline]) -> String {
    let lanes = timelines.flatMap(\.lanes)
    let states = Set(lanes.flatMap(\.bars).map(\.state))
    var words = Timeline.State.allCases.filter(states.contains).map { "\(look($0)) \($0.rawValue)" }
    if !lanes.allSatisfy(\.marks.isEmpty) { words.append(mark + " a note") }
    let scale =
      axis.kind == .time
      ? "time, \(TimeUnit(fitting: axis.length).words(axis.length)) in all" : "order, not time"
    let text = prose((words + ["left to right: \(scale)"]).joined(separator: " · "), to: width - 2, style)
    return text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  private func cells(_ lane: Timeline.Lane, _ place: Axis.Place) -> String {
    var cells = [String](repeating: " ", count: chart)
    for bar in lane.bars {
      let (first, end) = (cell(place(bar.start)), place(bar.end))
      let last = max(first, cell(end) - (end < 1 ? 1 : 0))
      for cell in first...last { cells[cell] = look(bar.state) }
    }
    for note in lane.marks { cells[cell(place(note))] = mark }
    return cells.joined()
  }

  private var mark: String { style.yellow("●") }

  private func look(_ state: Timeline.State) -> String {
    switch state {
    case .waiting: style.dim("░")
    case .running: style.green("█")
    case .cancelled: style.red("▚")
    case .neverRan: style.red("╌")
    case .suspended: style.dim("▒")
    }
  }

  private func cell(_ place: Double) -> Int { min(chart - 1, Int(place * Double(chart))) }
}
