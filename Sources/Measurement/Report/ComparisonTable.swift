import Foundation
import Timelines

/// A comparison as a table: a row for each figure, a column for each engine.
public struct ComparisonTable: Sendable {
  package let comparison: Comparison
  package let rows: [Comparison.Row]
  package let blocks: Int

  public init(_ comparison: Comparison) {
    self.comparison = comparison
    rows = comparison.rows
    blocks = Set(comparison.runs.map(\.block)).count
  }

  package var legend: String {
    if blocks < 2 {
      return "One run of each; ratios with intervals take \(PairedRatio.fewestPairs) runs at least."
    }
    return "Medians ± median absolute deviation"
      + (comparison.engines.count > 1
        ? "; × the ratio to \(comparison.engines[0]), with its 95 % interval from pairs of runs" : "")
      + (comparison.engines.count > 1 && blocks < PairedRatio.fewestPairs
        ? " (left out: that takes \(PairedRatio.fewestPairs) runs at least)" : "") + "."
      + (comparison.engines.count > 1 && blocks >= PairedRatio.fewestPairs
        ? " Where nothing differs, about one figure in twenty shows a difference by chance." : "")
      + withoutRatio
  }

  /// Why a cell has no verdict, where one has none though there are runs enough.
  private var withoutRatio: String {
    let isEmpty = rows.contains { row in
      row.cells.dropFirst().contains { $0 == nil || $0?.ratio?.words == nil }
    }
    return isEmpty && blocks >= PairedRatio.fewestPairs
      ? " There is no ratio where an engine has fewer than \(PairedRatio.fewestPairs) values for a figure, or a value is 0."
      : ""
  }

  /// The result of an engine against itself: a check of the comparison.
  package var sameEngine: String? {
    guard let check = SameEngine(comparison), check.figures > 0 else { return nil }
    let count = "no difference in \(check.figures - check.strays) of \(counted(check.figures, "figure"))"
    let verdict =
      !check.isNoDifference
      ? "but more runs point one way than chance explains: the machine is not steady enough to compare on"
      : check.strays == 0 ? "as it should be" : "as it should be: one in twenty intervals misses by chance"
    return "An engine against itself: \(count), \(verdict)."
  }

  /// A warning, where the runs of one engine differ so much that the machine was not steady.
  package var scatter: String? {
    guard let wall = rows.first(where: { $0.figure == .wall }) else { return nil }
    let unsteady = zip(comparison.names, wall.cells).compactMap { engine, cell -> String? in
      guard let values = cell?.samples.values, let least = values.min(), let most = values.max(),
        least > 0, most / least > Self.steady
      else { return nil }
      return "\(engine) took from \(secondsInWords(least)) to \(secondsInWords(most))"
    }
    guard !unsteady.isEmpty else { return nil }
    return "The runs scatter: \(unsteady.joined(separator: ", ")). Close other programs, and compare again."
  }

  /// The slowest run by the fastest, up to which a machine counts as steady.
  private static var steady: Double { 1.5 }

  // MARK: For the README

  public func markdown(_ record: Record<Comparison>) -> String {
    var lines = ["| | \(comparison.names.joined(separator: " | ")) |"]
    lines.append("| --- |" + comparison.engines.map { _ in " --- |" }.joined())
    for row in rows {
      let cells = row.cells.map { cell in
        guard let cell else { return "–" }
        let text = CellText(cell, like: row)
        return text.value + (text.ratio.map { "<br>\($0)" } ?? "")
      }
      lines.append("| \(row.figure.title) | \(cells.joined(separator: " | ")) |")
    }
    lines += ["", "\(legend) \(counted(blocks, "run")) each, \(record.circumstances)"]
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: For the report

  /// - Parameters:
  ///   - about: further remarks.
  ///   - scenes: runs that were watched.
  public func report(_ record: Record<Comparison>, about: String? = nil, scenes: [Scene] = []) -> Report {
    var report = Report(
      title: "\(comparison.workload): \(comparison.names.joined(separator: " against "))",
      engines: comparison.names, command: record.command,
      circumstances: "\(counted(blocks, "run")) each, \(record.place).",
      verdict: ([comparison.verdict] + [scatter].compactMap { $0 }).joined(separator: " "),
      legend: ([about, legend, sameEngine].compactMap { $0 }).joined(separator: " "))
    report.rows = rows.map { row in
      Report.Row(
        title: row.figure.title, meaning: row.figure.meaning,
        cells: row.cells.map { cell in
          cell.map { cell in
            let text = CellText(cell, like: row)
            return Report.Cell(
              value: text.value, ratio: text.ratio, verdict: cell.ratio?.verdict, runs: cell.samples.values)
          }
        },
        words: { CellText.words($0, row.figure.unit) })
    }
    report.scenes = scenes
    return report
  }
}
