import Foundation

/// The charts of a comparison of loads of jobs.
extension Comparison {
  /// The charts that have runs.
  var charts: [Report.Chart] {
    [("efficiency.svg", efficiencyChart), ("cost.svg", costChart)].compactMap { name, chart in
      chart.map { .init(name: name, title: $0.title, drawing: $0.svg()) }
    }
  }

  private var efficiencyChart: LineChart? {
    let rows = byLength(.efficiency)
    let lines = lines(rows, scale: 100) { Double($0.length) }
    guard !lines.isEmpty else { return nil }
    let largest = lines.flatMap { $0.points.map(\.y) }.max() ?? 0
    let most = max(100, Int((largest / 20).rounded(.up)) * 20)
    var mark: (x: Double, words: [String])?
    if case .from(let length) = crossover {
      let words = [
        "from \(nanosecondText(length)) on, gcd and operation",
        "are equal \(PairedRatio.withinEquality) (95 % interval)",
      ]
      mark = (Double(length), words)
    }
    return LineChart(
      title: "When does the engine matter? Efficiency by job length",
      x: .init(
        title: "length of a job", isLogarithmic: true,
        ticks: rows.map { (Double($0.load.length), nanosecondText($0.load.length)) }),
      y: .init(
        title: "the jobs’ own work, in % of the time of \(cores ?? 1) cores", isLogarithmic: false,
        ticks: stride(from: 0, through: most, by: 20).map { (Double($0), "\($0) %") }),
      lines: lines, mark: mark)
  }

  private var costChart: LineChart? {
    let rows = byCount
    // The loop is far below all other lines, and would leave two decades of the axis empty.
    let lines = lines(rows, scale: 1e9) { Double($0.count) }.filter { $0.runner != .loop }
    let costs = lines.flatMap { $0.points.map(\.y) }.filter { $0 > 0 }
    guard let least = costs.min(), let most = costs.max() else { return nil }
    let powers = Int(floor(log10(least)))...max(Int(floor(log10(least))) + 1, Int(ceil(log10(most))))
    let loop = engines.firstIndex(of: JobRunner.loop.rawValue).flatMap {
      rows.last?.row.cells[$0]
    }.map { " (one iteration of a plain loop: \(numeral($0.median * 1e9, decimals: 1)) ns)" }
    return LineChart(
      title: "The cost of an empty job, by number of pending jobs",
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
    _ rows: [LoadRow], scale: Double, x: (JobLoad) -> Double
  ) -> [LineChart.Line] {
    engines.enumerated().compactMap { column, engine in
      guard let runner = JobRunner(rawValue: engine), runner.untraced == nil else { return nil }
      let points = rows.compactMap { load, row in
        row.cells[column].map { (x(load), $0.median * scale, $0.deviation * scale) }
      }
      return points.count > 1 ? LineChart.Line(runner: runner, points: points) : nil
    }
  }
}
