import Foundation
import Timelines

extension Record<Comparison> {
  public var report: Report {
    let comparison = measurement
    var report = Report(
      title: "\(comparison.workload): \(comparison.names.joined(separator: " against "))",
      engines: comparison.names, runs: comparison.blocks, command: command,
      circumstances: "\(counted(comparison.blocks, "run")) each, \(place)",
      verdict: comparison.verdict, tables: comparison.tables, legend: comparison.legend,
      notes: comparison.notes)
    report.charts = comparison.charts
    report.scenes = scenes ?? []
    return report
  }
}

extension Comparison {
  var tables: [Report.Table] {
    let calls = apiCalls.map { calls in
      Report.Table(
        title: "What each did in one run", head: ["engine"], columns: ["the API did", "our code did"],
        rows: zip(names, calls).map { name, calls in
          .init(
            head: [name],
            cells: [.init(text: "\(calls.api.name): \(calls.api.text)"), .init(text: calls.own.text)])
        })
    }
    guard loads != nil else {
      let figures = table("Figures", head: [""], rows) { [$0.figure.title] }
      return [calls, figures].compactMap(\.self)
    }
    return [Figure.jobTime, .efficiency, .jobMemory].compactMap { figure in
      table(figure.title, head: JobLoad.heading, rows.filter { $0.figure == figure }) {
        $0.load?.head ?? []
      }
    }
  }

  private func table(
    _ title: String, head: [String], _ rows: [Row], _ words: (Row) -> [String]
  ) -> Report.Table? {
    guard !rows.isEmpty else { return nil }
    return Report.Table(
      title: title, head: head, columns: names,
      rows: rows.map { row in
        .init(
          head: words(row),
          cells: engines.indices.map { .init(text: row.words($0), ratio: row.cells[$0]?.ratio) },
          measured: row)
      })
  }

  fileprivate var legend: String {
    let spread = "Medians ± median absolute deviation"
    guard engines.count > 1, blocks >= PairedRatio.fewestPairs else { return "\(spread)." }
    let base = loads == nil ? engines[0] : "gcd, or of an engine with a trace to the same without"
    let ratios = rows.flatMap { row in row.cells.dropFirst().map { $0?.ratio } }
    let verdicts = Set(ratios.compactMap { $0?.verdict })
    // Explains only the verdicts in the cells, and why a cell has no verdict although there are enough runs.
    let clauses: [String?] = [
      verdicts.isDisjoint(with: [.less, .more])
        ? "." : "; × the ratio to \(base), with its 95 % interval from pairs of runs.",
      verdicts.contains(.equal)
        ? " “Equal” means that the whole interval of the ratio lies \(PairedRatio.withinEquality) of 1."
        : nil,
      verdicts.contains(.noDifference)
        ? " Where no difference was found, one of up to the size in parentheses may have been missed." : nil,
      " Where nothing differs, up to about one figure in twenty shows a difference by chance.",
      loads == nil && ratios.contains { $0?.words == nil }
        ? " There is no ratio if an engine has fewer than \(PairedRatio.fewestPairs) values for a figure, "
          + "or if a value is 0." : nil,
    ]
    return spread + clauses.compactMap(\.self).joined()
  }

  fileprivate var notes: [String] {
    guard loads != nil else { return [scatter, sameEngine].compactMap(\.self) }
    return [
      "Dispatch and task groups have no concurrency limit of their own.", scatterOfLoads,
      engines.contains(JobRunner.loop.rawValue)
        ? nil : "Efficiency is not shown, because it requires the loop: add “loop” to --engines.",
    ].compactMap(\.self)
  }

  /// The result of comparing an engine with itself, which validates the comparison.
  private var sameEngine: String? {
    guard let check = SameEngine(self), check.figures > 0 else { return nil }
    let count =
      "no difference found in \(check.figures - check.strays) of \(counted(check.figures, "figure"))"
    let verdict =
      !check.isNoDifference
      ? "but more runs point one way than chance explains: the machine is not steady enough for comparisons"
      : check.strays == 0 ? "as expected" : "as expected: one in twenty intervals misses by chance"
    return "An engine compared with itself: \(count), \(verdict)."
  }

  /// A warning that the machine wasn't steady, or nil if the runs of each engine are similar enough.
  private var scatter: String? {
    let unsteady = zip(names, row(.wall)?.cells ?? []).compactMap { engine, cell -> String? in
      guard let (least, most) = cell?.ends, least > 0, most / least > 1.5 else { return nil }
      return "\(engine) took from \(durationText(least)) to \(durationText(most))"
    }
    guard !unsteady.isEmpty else { return nil }
    return
      "The runs vary widely: \(unsteady.joined(separator: ", ")). Close other programs, and compare again."
  }

  /// A warning that a line in the cost chart may have an accidental bump, or nil if the runs of each load agree.
  private var scatterOfLoads: String? {
    let scattered = engines.indices.filter { column in
      guard let runner = JobRunner(rawValue: engines[column]), runner.untraced == nil, runner != .loop else {
        return false
      }
      return byCount.contains {
        $0.row.cells[column].map { $0.ends.1 > 2 * $0.ends.0 } ?? false
      }
    }
    guard !scattered.isEmpty else { return nil }
    return
      "Some runs of empty jobs took more than twice as long as others of the same load "
      + "(\(scattered.map { engines[$0] }.joined(separator: ", "))), so a bump in such a line may be due to chance."
  }
}

extension Comparison.Row {
  /// Whether all engines were compared, and no difference from the first one was found.
  var isWithoutDifference: Bool {
    let verdicts = cells.dropFirst().map { $0?.ratio?.verdict }
    return !verdicts.isEmpty && verdicts.allSatisfy { $0 == .noDifference || $0 == .equal }
  }

  /// Whether all runs of all engines had the same value.
  public var isConstant: Bool { Set(cells.flatMap { $0?.values ?? [] }).count < 2 }

  /// Returns an engine's median and spread. All cells of a row use the same unit, which is chosen for the largest
  /// value. Only the times of jobs each have their own.
  func words(_ column: Int) -> String {
    guard let cell = cells[column] else {
      return figure == .jobTime ? "> \(Int(JobPlan.limit)) s" : "–"
    }
    let largest = cells.compactMap { $0?.median }.max() ?? 0
    let (name, scale) = figure.unit.scale(figure == .jobTime ? cell.median : largest)
    return inWords(cell, scale, isCount: figure.unit == .count) + name
  }
}

/// Returns the median and its spread as text.
private func inWords(_ cell: Comparison.Cell, _ scale: Double, isCount: Bool) -> String {
  let (median, spread) = (cell.median * scale, cell.deviation * scale)
  let digits = min(decimals(of: median, spread: spread), isCount ? 0 : .max)
  let isSteady = spread * pow(10, Double(digits)) <= 0.5
  return numeral(median, decimals: digits) + (isSteady ? "" : " ± \(numeral(spread, decimals: digits))")
}

extension Figure.Unit {
  /// Returns the unit for a value, and the factor to convert to it.
  fileprivate func scale(_ value: Double) -> (name: String, scale: Double) {
    switch self {
    case .count: ("", 1)
    case .share: (" %", 100)
    case .bytes: value >= 999_500 ? (" MB", 1e-6) : value >= 1000 ? (" kB", 1e-3) : (" B", 1)
    case .bytesPerJob: (" B", 1)
    case .seconds: value >= 0.9995 ? (" s", 1) : value >= 0.0009995 ? (" ms", 1e3) : (" µs", 1e6)
    case .secondsPerJob:
      value >= 0.0009995 ? (" ms", 1e3) : value >= 0.000009995 ? (" µs", 1e6) : (" ns", 1e9)
    }
  }

  /// Returns a single value with its unit, for an axis.
  func words(_ value: Double) -> String {
    let (name, scale) = scale(value)
    return numeral(value * scale, decimals: decimals(of: value * scale, spread: 0)) + name
  }
}

extension Record {
  /// The date, the machine, its load and the versions.
  var place: String {
    (date.map { "\($0), " } ?? "")
      + "on \(machine.processor) with \(counted(machine.cores, "core")), \(machine.system), "
      + (load.map { "load \(numeral($0, decimals: 1)) when it ended, " } ?? "")
      + versions.sorted { $0.key < $1.key }.map { name, version in
        // Swift's version text already contains its name.
        name == "swift" ? version : "\(name) \(version)"
      }.joined(separator: ", ")
  }
}
