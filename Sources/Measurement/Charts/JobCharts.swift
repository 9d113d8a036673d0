import Foundation

/// The charts of a job comparison. Raw values are their file names.
public enum JobChart: String, CaseIterable, Sendable {
  case efficiency = "efficiency.svg"
  case cost = "cost.svg"

  /// Returns the chart as SVG, or nil if the comparison has no runs for it.
  public func drawing(_ comparison: JobComparison) -> String? {
    switch self {
    case .efficiency: efficiencyChart(comparison)?.svg()
    case .cost: costChart(comparison)?.svg()
    }
  }
}

private func efficiencyChart(_ comparison: JobComparison) -> LineChart? {
  let cells = comparison.byLength.filter { $0.load.length > 0 }
  let lines = comparison.runners.filter { $0.untraced == nil }.map { runner in
    LineChart.Line(
      runner: runner,
      points: cells.compactMap { cell in
        cell.efficiency(runner, cores: comparison.cores).map {
          (Double(cell.load.length), $0.median * 100, $0.deviation * 100)
        }
      })
  }.filter { $0.points.count > 1 }
  guard !lines.isEmpty else { return nil }
  let largest = lines.flatMap { $0.points.map(\.y) }.max() ?? 0
  let most = max(100, Int((largest / 20).rounded(.up)) * 20)
  return LineChart(
    title: "When does the engine matter? Efficiency by job length",
    x: .init(
      title: "length of a job", isLogarithmic: true,
      ticks: cells.map { (Double($0.load.length), nanosecondText($0.load.length)) }),
    y: .init(
      title: "the jobs’ own work, in % of the time of \(comparison.cores) cores", isLogarithmic: false,
      ticks: stride(from: 0, through: most, by: 20).map { (Double($0), "\($0) %") }),
    lines: lines,
    mark: mark(comparison.crossover), note: note(comparison.runners))
}

/// Returns an explanation of solid and dashed lines, or nil if the chart doesn't have both.
private func note(_ runners: [JobRunner]) -> String? {
  let isBoth = [[JobRunner.gcd, .operation], [.dispatch, .operationQueue]].allSatisfy {
    !Set(runners).isDisjoint(with: $0)
  }
  guard isBoth else { return nil }
  let limited = "; dash-dotted: behind a handwritten limit"
  return "solid: our engines; dashed: the API alone" + (runners.contains(.dispatchLimited) ? limited : "")
}

private func mark(_ crossover: JobComparison.Crossover?) -> (x: Double, words: [String])? {
  guard case .from(let length) = crossover else { return nil }
  return (
    Double(length),
    [
      "from \(nanosecondText(length)) on, gcd and operation",
      "are equal \(PairedRatio.withinEquality) (95 % interval)",
    ]
  )
}

private func costChart(_ comparison: JobComparison) -> LineChart? {
  let cells = comparison.byCount
  // The loop is far below all other lines, and would leave two decades of the axis empty.
  let lines = comparison.runners.filter { $0.untraced == nil && $0 != .loop }.map { runner in
    LineChart.Line(
      runner: runner,
      points: cells.compactMap { cell in
        cell.cost(runner).map { (Double(cell.load.count), $0.median, $0.deviation) }
      })
  }.filter { $0.points.count > 1 }
  let costs = lines.flatMap { $0.points.map(\.y) }.filter { $0 > 0 }
  guard let least = costs.min(), let most = costs.max() else { return nil }
  let powers = Int(floor(log10(least)))...max(Int(floor(log10(least))) + 1, Int(ceil(log10(most))))
  let loop =
    cells.last?.cost(.loop).map { " (one iteration of a plain loop: \(numeral($0.median, decimals: 1)) ns)" }
    ?? ""
  return LineChart(
    title: "The cost of an empty job, by number of pending jobs",
    x: .init(
      title: "jobs pending", isLogarithmic: true,
      ticks: cells.map { (Double($0.load.count), numeral(Double($0.load.count), decimals: 0)) }),
    y: .init(
      title: "time to create, add and run a job\(loop)", isLogarithmic: true,
      ticks: powers.flatMap { power in
        (power == powers.upperBound ? [1.0] : [1, 2, 5]).map { $0 * pow(10, Double(power)) }
      }.map { ($0, $0 < 1 ? "\($0) ns" : nanosecondText(UInt64($0))) }),
    lines: lines, note: note(comparison.runners))
}
