import Foundation
import Timelines

/// A comparison of jobs in words: what each runner's job costs, the goals, and the crossover.
public struct JobsTable: Sendable {
  package let comparison: JobComparison
  package let goals: [JobGoal]

  public init(_ comparison: JobComparison) {
    self.comparison = comparison
    goals = JobGoal.goals(of: comparison)
  }

  /// What is shown of the loads.
  package var sections: [Report.Table] {
    let traced = comparison.runners.filter { $0.untraced != nil }
    return [
      section("Time for a job: made, handed over and run") { cell, runner in
        cell.cost(runner).map(nanosecondsInWords) ?? Self.tooSlow
      },
      section("Efficiency: the bodies' share of \(counted(comparison.cores, "core"))") { cell, runner in
        cell.efficiency(runner, cores: comparison.cores).map(percent)
      },
      section("Memory of a waiting job") { cell, runner in
        cell.load.count < JobPlan.usualCount || cell.load.length > 0 || runner == .loop
          || runner == .taskGroup
          ? nil : cell.memory(runner).map(bytes)
      },
      section("With a trace, to the same engine without", of: traced) { cell, runner in
        runner.untraced.flatMap { cell.ratio(runner, to: $0) }.map { ratio($0, limit: 1) }
      },
    ].compactMap { $0 }
  }

  /// A table with a row for each load that has something to show.
  private func section(
    _ title: String, of runners: [JobRunner]? = nil, _ cell: (JobComparison.Cell, JobRunner) -> String?
  ) -> Report.Table? {
    let runners = runners ?? comparison.runners
    let rows = comparison.cells.compactMap { load -> [String]? in
      let texts = runners.map { cell(load, $0) }
      guard texts.contains(where: { $0 != nil }) else { return nil }
      let length = load.load.length == 0 ? "empty" : nanosecondsInWords(load.load.length)
      return [
        load.load.shape.rawValue, length, "\(load.load.width)", numeral(Double(load.load.count), decimals: 0),
      ] + texts.map { $0 ?? "–" }
    }
    guard !rows.isEmpty else { return nil }
    return Report.Table(
      title: title, head: Self.loadHead + runners.map(\.rawValue), rows: rows)
  }

  package static let loadHead = ["shape", "length", "width", "pending"]

  // MARK: For the report

  public func report(_ record: Record<JobComparison>, scenes: [Scene]) -> Report {
    var report = Report(
      title: "jobs: \(comparison.runners.map(\.rawValue).joined(separator: ", "))",
      engines: comparison.runners.map(\.rawValue), command: record.command,
      circumstances: "\(counted(runs, "run")) each, \(record.place).",
      verdict: comparison.crossoverInWords
        ?? "Name gcd and operation among --engines to learn from which length on they are alike.",
      legend: [legend, leftOut].compactMap { $0 }.joined(separator: " "))
    report.charts = jobCharts(comparison).sorted { $0.key > $1.key }.map { name, drawing in
      let note = name == JobChart.cost ? comparison.scatterInWords : nil
      return drawing + (note.map { "<figcaption>\(escaped($0))</figcaption>" } ?? "")
    }
    report.tables = sections
    report.scenes = scenes
    if !goals.isEmpty {
      report.tables.insert(
        Report.Table(
          title: "Goals", head: ["goal", "measured", "at most", ""],
          rows: goals.map {
            [$0.title, ratio($0.ratio, limit: $0.limit), numeral($0.limit, decimals: 2), $0.verdict.rawValue]
          }),
        at: 0)
    }
    return report
  }

  package var runs: Int {
    comparison.cells.flatMap { $0.series.values.map(\.fill.count) }.max() ?? 0
  }

  private static let tooSlow = "> \(Int(JobPlan.limit)) s"

  /// Which runners were left out of which loads, and why.
  package var leftOut: String? {
    let names = comparison.cells.flatMap { cell in
      comparison.runners.filter { cell.cost($0) == nil }.map { "\($0.rawValue) with \(cell.load.words)" }
    }
    return names.isEmpty
      ? nil
      : "Left out, as a run took more than \(Int(JobPlan.limit)) s: \(names.joined(separator: "; "))."
  }

  /// Why a goal is not met.
  package func reasons(_ goal: JobGoal) -> [String] {
    let isNear = goal.ratio.ratio <= goal.limit
    return switch goal.verdict {
    case .met: []
    case .missed: [goal.why]
    case .undecided: ["The interval includes the goal: more runs are needed."] + (isNear ? [] : [goal.why])
    }
  }

  package var legend: String {
    "Medians ± median absolute deviation; ratios with their 95 % interval from pairs of runs. Dispatch and task groups "
      + "have no concurrency limit of their own."
  }

  package func ratio(_ ratio: PairedRatio, limit: Double) -> String {
    guard let low = ratio.low, let high = ratio.high else { return "too few runs" }
    // Digits enough to see on which side of the limit an end is.
    let spread = min((high - low) / 2, abs(low - limit), abs(high - limit))
    let digits = min(2, decimals(of: ratio.ratio, spread: spread))
    let near = { (value: Double) in numeral(value, decimals: digits) }
    return "×\(near(ratio.ratio)) (\(near(low)) to \(near(high)))"
  }

  private func percent(_ samples: Samples) -> String { inWords(samples, 100) + " %" }

  private func bytes(_ samples: Samples) -> String { inWords(samples, 1) + " B" }

  // MARK: For the README

  /// What was found and how, in paragraphs without pictures, tables and lists.
  public func findings(_ record: Record<JobComparison>) -> String {
    (comparison.findings + memoryAndCircumstances(record)).joined(separator: "\n\n") + "\n"
  }

  public func markdown(_ record: Record<JobComparison>) -> String {
    var lines = [
      "![Efficiency against the length of a job](Comparison/Pictures/\(JobChart.efficiency))", "",
      "![Time for an empty job against the number pending](Comparison/Pictures/\(JobChart.cost))", "",
    ]
    lines += comparison.findings.flatMap { [$0, ""] }
    lines += ["| goal | measured | at most | |", "| --- | --- | --- | --- |"]
    lines += goals.map {
      let verdict = $0.verdict == .met ? "met" : "**\($0.verdict.rawValue)**"
      return
        "| \($0.title) | \(ratio($0.ratio, limit: $0.limit)) | \(numeral($0.limit, decimals: 2)) | \(verdict) |"
    }
    let missed = goals.filter { $0.verdict != .met }
    if !missed.isEmpty { lines.append("") }
    lines += missed.map { "- \($0.title), \($0.verdict.rawValue): \(reasons($0).joined(separator: " "))" }
    lines += memoryAndCircumstances(record).flatMap { ["", $0] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func memoryAndCircumstances(_ record: Record<JobComparison>) -> [String] {
    let waiting = comparison.byCount.first { $0.load.count == JobPlan.usualCount }
    let memory = comparison.runners.compactMap { runner -> String? in
      guard runner != .loop, runner != .taskGroup else { return nil }
      return waiting?.memory(runner).map { "\(runner.rawValue) \(bytes($0))" }
    }
    return [
      memory.isEmpty ? nil : "Memory of a waiting job: \(memory.joined(separator: ", ")).", leftOut,
      "\(legend) \(counted(runs, "run")) each, \(record.circumstances)",
    ].compactMap { $0 }
  }
}
