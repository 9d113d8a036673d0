import Timelines

/// A dot for every run of every engine, on an axis from nothing, so that distances are proportions.
struct DotPlot {
  private let row: Report.Row
  private let colors: [String]
  private let most: Double

  private static let lane = 14.0

  /// - Parameter colors: of the engines, as CSS has them.
  init(_ row: Report.Row, colors: [String]) {
    (self.row, self.colors) = (row, colors)
    most = row.cells.flatMap { $0?.runs ?? [] }.max() ?? 0
  }

  var markup: String {
    let bottom = Self.lane * Double(row.cells.count)
    let lanes = zip(row.cells, colors).enumerated().map { place, pair in
      lane(pair.0, color: pair.1, y: Self.lane * (Double(place) + 0.5))
    }
    let axis =
      "<text x=\"2%\" y=\"\(bottom + 12)\">0</text>"
      + "<text x=\"98%\" y=\"\(bottom + 12)\" text-anchor=\"end\">\(escaped(row.words(most)))</text>"
    return "<svg class=\"dots\" height=\"\(Int(bottom) + 16)\" role=\"img\" "
      + "aria-label=\"every run of \(escaped(row.title)), from 0 to \(escaped(row.words(most)))\">"
      + "\(lanes.joined())\(axis)</svg>"
  }

  private func lane(_ cell: Report.Cell?, color: String, y: Double) -> String {
    let line = "<line x1=\"2%\" x2=\"98%\" y1=\"\(y)\" y2=\"\(y)\"/>"
    guard let cell, !cell.runs.isEmpty else { return line }
    let dots = cell.runs.map { run in
      "<circle cx=\"\(place(run))\" cy=\"\(y)\" r=\"3\" style=\"fill:\(color)\"><title>\(escaped(row.words(run)))</title>"
        + "</circle>"
    }
    let median = place(medianOf(cell.runs))
    return line + dots.joined()
      + "<line class=\"median\" x1=\"\(median)\" x2=\"\(median)\" y1=\"\(y - 6)\" y2=\"\(y + 6)\" style=\"stroke:\(color)\"/>"
  }

  private func place(_ value: Double) -> String {
    let share = most > 0 ? value / most : 0
    return "\((200 + 9600 * share).rounded() / 100)%"
  }
}
