import Timelines

/// A dot for every run of every engine, on an axis from 0, so that distances are proportions.
struct DotPlot {
  private let row: Comparison.Row
  private let colors: [String]
  private let most: Double

  /// In pixels. The style sheet has the width: 260.
  private static let (left, right, lane) = (5.0, 255.0, 14.0)

  /// - Parameter colors: of the engines, as CSS has them.
  init(_ row: Comparison.Row, colors: [String]) {
    (self.row, self.colors) = (row, colors)
    most = row.cells.flatMap { $0?.samples.values ?? [] }.max() ?? 0
  }

  var markup: String {
    let bottom = Self.lane * Double(row.cells.count)
    let lanes = zip(row.cells, colors).enumerated().map { place, pair in
      lane(pair.0, color: pair.1, y: Self.lane * (Double(place) + 0.5))
    }
    let axis =
      "<text x=\"\(Self.left)\" y=\"\(bottom + 12)\">0</text>"
      + "<text x=\"\(Self.right)\" y=\"\(bottom + 12)\" text-anchor=\"end\">\(escaped(row.figure.unit.words(most)))</text>"
    return "<svg class=\"dots\" height=\"\(Int(bottom) + 16)\" role=\"img\" "
      + "aria-label=\"every run of \(escaped(row.figure.title)), from 0 to \(escaped(row.figure.unit.words(most)))\">"
      + "\(lanes.joined())\(axis)</svg>"
  }

  private func lane(_ cell: Comparison.Cell?, color: String, y: Double) -> String {
    let line = "<path d=\"M\(Self.left) \(y)H\(Self.right)\"/>"
    guard let samples = cell?.samples else { return line }
    // Strokes without length, with round ends.
    let dots = samples.values.map { "M\(place($0)) \(y)h0" }.joined()
    let median = place(samples.median)
    return line + "<path class=\"run\" d=\"\(dots)\" style=\"stroke:\(color)\"/>"
      + "<path class=\"median\" d=\"M\(median) \(y - 6)v12\" style=\"stroke:\(color)\"/>"
  }

  private func place(_ value: Double) -> String {
    let share = most > 0 ? value / most : 0
    return decimal(Self.left + (Self.right - Self.left) * share, 1)
  }
}
