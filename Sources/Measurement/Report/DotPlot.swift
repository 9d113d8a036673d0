import Timelines

// These are in pixels. The style sheet sets the width to 260.
private let (left, right, lane) = (5.0, 255.0, 14.0)

extension Comparison.Row {
  /// Returns a plot with one dot per run. The axis starts at 0, so that distances are proportional.
  /// - Parameter colors: The CSS colours of the engines.
  func dots(colors: [String]) -> Markup {
    let most = cells.flatMap { $0?.values ?? [] }.max() ?? 0
    func place(_ value: Double) -> String {
      decimal(left + (right - left) * (most > 0 ? value / most : 0), 1)
    }
    let lanes = zip(cells, colors).enumerated().map { number, pair -> Markup in
      let y = lane * (Double(number) + 0.5)
      let line: Markup = "<path d=\"M\(decimal(left)) \(decimal(y))H\(decimal(right))\"/>"
      guard let cell = pair.0 else { return line }
      // Dots are zero-length strokes with round ends.
      let dots = cell.values.map { "M\(place($0)) \(y)h0" }.joined()
      return """
        \(line)<path class="run" d="\(dots)" style="stroke:\(pair.1)"/>\
        <path class="median" d="M\(place(cell.median)) \(decimal(y - 6))v12" style="stroke:\(pair.1)"/>
        """
    }
    let (bottom, end) = (lane * Double(cells.count), figure.unit.words(most))
    return """
      <svg class="dots" height="\(Int(bottom) + 16)" role="img" aria-label="every run of \(figure.title), from 0 to \(end)">\
      \(lanes)<text x="\(decimal(left))" y="\(decimal(bottom + 12))">0</text>\
      <text x="\(decimal(right))" y="\(decimal(bottom + 12))" text-anchor="end">\(end)</text></svg>
      """
  }
}
