import Timelines

extension JobComparison: Reported {
  public static func report(of record: Record<JobComparison>) -> Report {
    let comparison = record.measurement
    let names = comparison.runners.map(\.rawValue)
    let loop = "Efficiency is not shown, because it requires the loop: add “loop” to --engines."
    var report = Report(
      title: "jobs: \(names.joined(separator: ", "))", engines: names,
      runs: comparison.cells.flatMap { $0.series.values.map(\.fill.count) }.max() ?? 0,
      command: record.command, place: record.place,
      verdict: comparison.crossoverInWords
        ?? "Add gcd and operation to --engines to see from which length on they perform alike.",
      findings: comparison.findings + (comparison.runners.contains(.loop) ? [] : [loop]),
      legend:
        "Medians ± median absolute deviation; ratios with their 95 % interval from pairs of runs. Dispatch "
        + "and task groups have no concurrency limit of their own.",
      notes: [comparison.leftOut].compactMap { $0 })
    report.tables = comparison.tables
    report.charts = [JobChart.efficiency, .cost].compactMap { chart in
      chart.drawing(comparison).map {
        (chart.rawValue, $0, chart == .cost ? comparison.scatterInWords : nil)
      }
    }
    report.scenes = record.scenes ?? []
    return report
  }

  // MARK: Tables

  /// The columns that identify a load.
  public static let loadHead = ["shape", "length", "width", "pending"]

  var tables: [Report.Table] {
    [
      table("Time to create, add and run a job") { cell, runner in
        cell.cost(runner).map(nanosecondText) ?? "> \(Int(JobPlan.limit)) s"
      },
      table("Efficiency: the bodies' share of \(counted(cores, "core"))") { cell, runner in
        cell.efficiency(runner, cores: cores).map { inWords($0, 100) + " %" }
      },
      table("Memory of a waiting job") { cell, runner in
        guard cell.load.count >= JobPlan.usualCount, cell.load.length == 0 else { return nil }
        return whyNoneWaits(runner) ?? memoryInWords(cell, runner)
      },
      table(
        "With a trace, compared with the same engine without one", of: runners.filter { $0.untraced != nil }
      ) { cell, runner in
        runner.untraced.flatMap { cell.ratio(runner, to: $0) }.map { $0.words(beside: 1) }
      },
      table(
        "Empty jobs whose slowest run took more than twice as long as the fastest", of: scatteredRunners
      ) { cell, runner in
        cell.load.length == 0 ? scatter(cell, runner) : nil
      },
    ].compactMap { $0 }
  }

  /// Returns a table with a row for each load that has something to show.
  private func table(
    _ title: String, of runners: [JobRunner]? = nil, _ words: (Cell, JobRunner) -> String?
  ) -> Report.Table? {
    let runners = runners ?? self.runners
    let rows = cells.compactMap { cell -> [String]? in
      let texts = runners.map { words(cell, $0) }
      guard texts.contains(where: { $0 != nil }) else { return nil }
      let load = cell.load
      let length = load.length == 0 ? "empty" : nanosecondText(load.length)
      return [load.shapeText, length, "\(load.width)", numeral(Double(load.count), decimals: 0)]
        + texts.map { $0 ?? "–" }
    }
    guard !rows.isEmpty else { return nil }
    return Report.Table(title: title, head: Self.loadHead + runners.map(\.rawValue), rows: rows)
  }

  /// The skipped runners, with their loads and the reason.
  private var leftOut: String? {
    let names = cells.flatMap { cell in
      runners.filter { cell.cost($0) == nil }.map { "\($0.rawValue) with \(cell.load.words)" }
    }
    return names.isEmpty
      ? nil
      : "Left out because a run took more than \(Int(JobPlan.limit)) s: \(names.joined(separator: "; "))."
  }

  /// Returns the reason why a runner has no waiting jobs whose memory could be measured, or nil if it has
  /// some.
  private func whyNoneWaits(_ runner: JobRunner) -> String? {
    switch runner {
    case .loop: "makes no jobs"
    case .taskGroup: "starts immediately"
    default: nil
    }
  }

  /// Returns the memory of a waiting job, or nil for runners without waiting jobs.
  private func memoryInWords(_ cell: Cell, _ runner: JobRunner) -> String? {
    whyNoneWaits(runner) == nil ? cell.memory(runner).map { inWords($0, 1) + " B" } : nil
  }

  /// A sentence about the memory that a waiting job takes with each runner that has waiting jobs.
  public var memoryInWords: String? {
    guard let waiting = byCount.first(where: { $0.load.count == JobPlan.usualCount }) else { return nil }
    let each = runners.compactMap { runner in
      memoryInWords(waiting, runner).map { "\(runner.rawValue) \($0)" }
    }
    return each.isEmpty ? nil : "Memory of a waiting job: \(each.joined(separator: ", "))."
  }
}

extension PairedRatio {
  /// Returns the ratio with enough digits to show on which side of the limit each end of its interval lies.
  fileprivate func words(beside limit: Double) -> String {
    guard let low, let high else { return "too few runs" }
    let spread = min((high - low) / 2, abs(low - limit), abs(high - limit))
    let digits = min(2, decimals(of: ratio, spread: spread))
    let near = { (value: Double) in numeral(value, decimals: digits) }
    return "×\(near(ratio)) (\(near(low)) to \(near(high)))"
  }
}
