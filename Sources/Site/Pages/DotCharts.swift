import Foundation
import Measurement
import Timelines

/// Every run of a comparison as a dot, on an axis from zero: a chart for each figure.
struct DotCharts {
  private struct Chart {
    let title: String
    let unit: Figure.Unit
    let rows: [(name: String, samples: Samples)]
  }

  private let charts: [Chart]

  init(_ comparison: Comparison) {
    charts = comparison.rows.map { row in
      Chart(
        title: row.figure.title, unit: row.figure.unit,
        rows: zip(comparison.engines, row.cells).compactMap { name, cell in
          cell.map { (name, $0.samples) }
        })
    }
  }

  /// What a job costs, by its length. The bare loop is one thread's, and no runner to choose.
  init(_ comparison: JobComparison) {
    charts = comparison.byLength.map { cell in
      Chart(
        title: cell.load.length == 0
          ? "an empty job, of \(numeral(Double(cell.load.count), decimals: 0))"
          : "a job of \(nanosecondsInWords(cell.load.length)), on \(comparison.cores) cores",
        unit: .seconds,
        rows: comparison.runners.filter { $0 != .loop }.compactMap { runner in
          cell.cost(runner).map { (runner.rawValue, Samples($0.values.map { $0 / 1e9 })) }
        })
    }
  }

  var html: String {
    let charts = charts.compactMap(drawn)
    return """
      <section aria-labelledby="runs"><h2 id="runs">Every run</h2>
      <p>A dot for each run, a line at the median. Every axis begins at zero.</p>
      <div class="dots">\(charts.joined(separator: "\n"))</div></section>
      """
  }

  /// Of a row, in pixels.
  private static let row = 31.0

  private func drawn(_ chart: Chart) -> String? {
    let most = chart.rows.compactMap { $0.samples.values.max() }.max() ?? 0
    guard most > 0 else { return nil }
    let (unit, scale) = unit(chart.unit, most)
    let ticks = roundValues(upTo: most * scale)
    let end = max(most * scale, ticks.last ?? 0)
    func place(_ value: Double) -> String { String(format: "%.2f%%", 1.2 + 97 * value * scale / end) }
    var body = SVG()
    let bottom = Self.row * Double(chart.rows.count) + 4
    for tick in ticks {
      let x = place(tick / scale)
      body.element("line", [("class", "grid"), ("x1", x), ("x2", x), ("y1", "0"), ("y2", "\(bottom)")])
      let anchor = tick == 0 ? "" : tick / end > 0.9 ? " end" : " middle"
      body.element(
        "text", [("class", "tick\(anchor)"), ("x", x), ("y", "\(bottom + 14)")],
        String(format: "%g", tick) + (tick == ticks.last ? unit : ""))
    }
    for (number, (name, samples)) in chart.rows.enumerated() {
      let y = Self.row * Double(number)
      var dots = SVG()
      dots.element("text", [("y", "\(y + 11)")], escaped(name))
      for value in samples.values {
        dots.element("circle", [("cx", place(value)), ("cy", "\(y + 22)"), ("r", "3.5")])
      }
      let median = place(samples.median)
      dots.element(
        "line",
        [("class", "median"), ("x1", median), ("x2", median), ("y1", "\(y + 16)"), ("y2", "\(y + 28)")])
      body.element("g", [("style", "--engine:\(Palette.of(name).property)")], dots.markup)
    }
    let words = "\(chart.title): the runs of \(chart.rows.map(\.name).joined(separator: ", "))"
    return "<figure><figcaption>\(chart.title)</figcaption><svg class=\"timeline\" width=\"100%\" "
      + "height=\"\(bottom + 18)\" role=\"img\" aria-label=\"\(escaped(words))\">\(body.markup)</svg></figure>"
  }

  private func unit(_ unit: Figure.Unit, _ most: Double) -> (String, scale: Double) {
    switch unit {
    case .count: ("", 1)
    case .bytes: most >= 1e6 ? (" MB", 1e-6) : most >= 1000 ? (" kB", 1e-3) : (" B", 1)
    case .seconds where most >= 0.001: most >= 1 ? (" s", 1) : (" ms", 1e3)
    case .seconds: most >= 1e-6 ? (" µs", 1e6) : (" ns", 1e9)
    }
  }
}
