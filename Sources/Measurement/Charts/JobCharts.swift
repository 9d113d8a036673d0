import Foundation

/// The charts of a comparison of loads of jobs. Raw values are their file names.
enum JobChart: String, CaseIterable {
  case efficiency = "efficiency.svg"
  case cost = "cost.svg"

  var title: String {
    switch self {
    case .efficiency: "When does the engine matter? Efficiency by job length"
    case .cost: "The cost of an empty job, by number of pending jobs"
    }
  }

  /// Returns the chart as SVG, or nil if the comparison has no runs for it.
  func drawing(_ comparison: Comparison) -> String? {
    switch self {
    case .efficiency: efficiencyChart(comparison)?.svg()
    case .cost: costChart(comparison)?.svg()
    }
  }

  private func efficiencyChart(_ comparison: Comparison) -> LineChart? {
    let rows = comparison.byLength(.efficiency)
    let lines = lines(comparison, rows, scale: 100) { Double($0.length) }
    guard !lines.isEmpty else { return nil }
    let largest = lines.flatMap { $0.points.map(\.y) }.max() ?? 0
    let most = max(100, Int((largest / 20).rounded(.up)) * 20)
    var mark: (x: Double, words: [String])?
    if case .from(let length) = comparison.crossover {
      let words = [
        "from \(nanosecondText(length)) on, gcd and operation",
        "are equal \(PairedRatio.withinEquality) (95 % interval)",
      ]
      mark = (Double(length), words)
    }
    return LineChart(
      title: title,
      x: .init(
        title: "length of a job", isLogarithmic: true,
        ticks: rows.map { (Double($0.load.length), nanosecondText($0.load.length)) }),
      y: .init(
        title: "the jobs’ own work, in % of the time of \(comparison.cores ?? 1) cores", isLogarithmic: false,
        ticks: stride(from: 0, through: most, by: 20).map { (Double($0), "\($0) %") }),
      lines: lines, mark: mark)
  }

  private func costChart(_ comparison: Comparison) -> LineChart? {
    let rows = comparison.byCount
    // The loop is far below all other lines, and would leave two decades of the axis empty.
    let lines = lines(comparison, rows, scale: 1e9) { Double($0.count) }.filter { $0.runner != .loop }
    let costs = lines.flatMap { $0.points.map(\.y) }.filter { $0 > 0 }
    guard let least = costs.min(), let most = costs.max() else { return nil }
    let powers = Int(floor(log10(least)))...max(Int(floor(log10(least))) + 1, Int(ceil(log10(most))))
    let loop = comparison.engines.firstIndex(of: JobRunner.loop.rawValue).flatMap {
      rows.last?.row.cells[$0]
    }.map { " (one iteration of a plain loop: \(numeral($0.samples.median * 1e9, decimals: 1)) ns)" }
    return LineChart(
      title: title,
      x: .init(
        title: "jobs pending", isLogarithmic: true,
        ticks: rows.map { (Double($0.load.count), numeral(Double($0.load.count), decimals: 0)) }),
      y: .init(
        title: "time to create, add and run a job\(loop ?? "")", isLogarithmic: true,
        ticks: powers.flatMap { power in
          (power == powers.upperBound ? [1.0] : [1, 2, 5]).map { $0 * pow(10, Double(power)) }
        }.map { ($0, $0 < 1 ? "\($0) ns" : nanosecondText(UInt64($0))) }),
      lines: lines)
  }

  /// Returns a line for each runner with more than one point.
  private func lines(
    _ comparison: Comparison, _ rows: [Comparison.LoadRow], scale: Double, x: (JobLoad) -> Double
  ) -> [LineChart.Line] {
    comparison.engines.enumerated().compactMap { column, engine in
      guard let runner = JobRunner(rawValue: engine), runner.untraced == nil else { return nil }
      let points = rows.compactMap { load, row in
        row.cells[column].map { (x(load), $0.samples.median * scale, $0.samples.deviation * scale) }
      }
      return points.count > 1 ? LineChart.Line(runner: runner, points: points) : nil
    }
  }
}
