import Timelines

extension Comparison: Reported {
  public static func report(of record: Record<Comparison>) -> Report {
    let words = ComparisonWords(record.measurement)
    var report = Report(
      title: "\(record.measurement.workload): \(record.measurement.names.joined(separator: " against "))",
      engines: record.measurement.names, runs: record.measurement.blocks, command: record.command,
      place: record.place,
      verdict: record.measurement.verdict, findings: [], legend: words.legend,
      notes: [words.scatter, words.sameEngine].compactMap(\.self))
    report.calls = record.measurement.apiCalls.map { calls in
      Report.Table(
        title: "What each did in one run", head: ["engine", "the API did", "our code did"],
        rows: zip(report.engines, calls).map { [$0, "\($1.api.name): \($1.api.text)", $1.own.text] })
    }
    report.rows = words.rows
    report.scenes = record.scenes ?? []
    return report
  }
}

/// Sentences that describe how reliable a comparison is.
struct ComparisonWords {
  let comparison: Comparison
  let rows: [Comparison.Row]

  init(_ comparison: Comparison) {
    self.comparison = comparison
    rows = comparison.rows
  }

  var legend: String {
    let blocks = comparison.blocks
    if blocks < 2 {
      return "One run of each; ratios with intervals need at least \(PairedRatio.fewestPairs) runs."
    }
    let spread = "Medians ± median absolute deviation"
    guard comparison.engines.count > 1 else { return "\(spread)." }
    let ratios =
      "\(spread); × the ratio to \(comparison.engines[0]), with its 95 % interval from pairs of runs"
    guard blocks >= PairedRatio.fewestPairs else {
      return "\(ratios) (left out: they need at least \(PairedRatio.fewestPairs) runs)."
    }
    // Explains why a cell has no verdict although there are enough runs.
    let hasGap = rows.contains { row in row.cells.dropFirst().contains { $0?.ratio?.words == nil } }
    return
      "\(ratios). “Equal” means that the whole interval lies \(PairedRatio.withinEquality) of 1. Where no "
      + "difference was found, one of up to the size in parentheses may have been missed. Where nothing differs, up "
      + "to about one figure in twenty shows a difference by chance."
      + (hasGap
        ? " There is no ratio if an engine has fewer than \(PairedRatio.fewestPairs) values for a figure, "
          + "or if a value is 0." : "")
  }

  /// The result of comparing an engine with itself, which validates the comparison.
  var sameEngine: String? {
    guard let check = SameEngine(comparison), check.figures > 0 else { return nil }
    let count =
      "no difference found in \(check.figures - check.strays) of \(counted(check.figures, "figure"))"
    let verdict =
      !check.isNoDifference
      ? "but more runs point one way than chance explains: the machine is not steady enough for comparisons"
      : check.strays == 0 ? "as expected" : "as expected: one in twenty intervals misses by chance"
    return "An engine compared with itself: \(count), \(verdict)."
  }

  /// A warning that the machine wasn't steady, or nil if the runs of each engine are similar enough.
  var scatter: String? {
    guard let wall = rows.first(where: { $0.figure == .wall }) else { return nil }
    let unsteady = zip(comparison.names, wall.cells).compactMap { engine, cell -> String? in
      guard let values = cell?.samples.values, let least = values.min(), let most = values.max(),
        least > 0, most / least > Self.steady
      else { return nil }
      return "\(engine) took from \(durationText(least)) to \(durationText(most))"
    }
    guard !unsteady.isEmpty else { return nil }
    return
      "The runs vary widely: \(unsteady.joined(separator: ", ")). Close other programs, and compare again."
  }

  /// The maximum ratio of the slowest to the fastest run on a steady machine.
  private static let steady = 1.5
}

extension Comparison.Row {
  /// Whether all engines were compared, and no difference from the first one was found.
  var isWithoutDifference: Bool {
    let verdicts = cells.dropFirst().map { $0?.ratio?.verdict }
    return !verdicts.isEmpty && verdicts.allSatisfy { $0 == .noDifference || $0 == .equal }
  }

  /// Whether all runs of all engines had the same value.
  public var isConstant: Bool { Set(cells.flatMap { $0?.samples.values ?? [] }).count < 2 }

  /// Returns an engine's median and spread, or nil if there are no values. All cells of a row use the same unit,
  /// which is chosen for the largest value.
  public func words(_ column: Int) -> String? {
    let unit = figure.unit
    let (name, scale) = unit.scale(cells.compactMap { $0?.samples.median }.max() ?? 0)
    return cells[column].map { inWords($0.samples, scale, isCount: unit == .count) + name }
  }
}

extension Figure.Unit {
  /// Returns the unit for a value, and the factor to convert to it.
  fileprivate func scale(_ value: Double) -> (name: String, scale: Double) {
    switch self {
    case .count: ("", 1)
    case .bytes: value >= 999_500 ? (" MB", 1e-6) : value >= 1000 ? (" kB", 1e-3) : (" B", 1)
    case .seconds: value >= 0.9995 ? (" s", 1) : value >= 0.0009995 ? (" ms", 1e3) : (" µs", 1e6)
    }
  }

  /// Returns a single value with its unit, for an axis.
  func words(_ value: Double) -> String {
    let (name, scale) = scale(value)
    return numeral(value * scale, decimals: decimals(of: value * scale, spread: 0)) + name
  }
}
