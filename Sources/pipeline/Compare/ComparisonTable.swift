import Foundation
import Measurement

/// A comparison as a table: a row for each figure, a column for each engine.
struct ComparisonTable {
  let comparison: Comparison
  let rows: [Comparison.Row]
  let blocks: Int

  init(_ comparison: Comparison) {
    self.comparison = comparison
    rows = comparison.rows
    blocks = Set(comparison.runs.map(\.block)).count
  }

  // MARK: For the terminal

  /// - Parameter width: what stands beside one another at most; more columns come below.
  func text(_ style: Style, width: Int = .max) -> String {
    let headline =
      style.bold("\(comparison.workload): \(comparison.engines.joined(separator: " against "))")
      + ", \(counted(blocks, "run")) each"
    let titles = rows.map(\.figure.title)
    let columns = comparison.engines.indices.map { column in
      rows.map { row in row.cells[column].map { CellText($0, like: row) } }
    }
    let titleWidth = titles.map(\.count).max() ?? 0
    let widths = zip(columns, comparison.engines).map { cells, engine in
      let texts = cells.compactMap { $0 }
      let value = texts.map { $0.value.count }.max() ?? 0
      let ratio = texts.map { $0.ratio?.count ?? 0 }.max() ?? 0
      return (value: max(value, engine.count), ratio: ratio)
    }
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let whole = widths.map { $0.value + ($0.ratio > 0 ? $0.ratio + 2 : 0) }
    var lines = [headline]
    for block in tableBlocks(of: whole, behind: titleWidth + 1, gap: 3, to: width) {
      let header = block.map { pad(comparison.engines[$0], whole[$0]) }
      lines += ["", style.bold(trimmed("  \(pad("", titleWidth))  \(header.joined(separator: "   "))"))]
      for (number, title) in titles.enumerated() {
        let cells = block.map { column in
          guard let cell = columns[column][number] else { return pad("–", whole[column]) }
          let ratio = pad(cell.ratio ?? "", widths[column].ratio)
          return pad(cell.value, widths[column].value)
            + (widths[column].ratio > 0 ? "  " + cell.styled(ratio, style) : "")
        }
        lines.append(trimmed("  \(pad(title, titleWidth))  \(cells.joined(separator: "   "))"))
      }
    }
    lines += ["", comparison.verdict] + [scatter].compactMap { $0 } + ["", style.dim(legend)]
    return (lines + [sameEngine].compactMap { $0 }).joined(separator: "\n") + "\n"
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  private var legend: String {
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
  }

  /// The result of an engine against itself: a check of the comparison.
  private var sameEngine: String? {
    guard let check = SameEngine(comparison), check.figures > 0 else { return nil }
    let count = "no difference in \(check.figures - check.strays) of \(counted(check.figures, "figure"))"
    let verdict =
      !check.isNoDifference
      ? "but more runs point one way than chance explains: the machine is not steady enough to compare on"
      : check.strays == 0 ? "as it should be" : "as it should be: one in twenty intervals misses by chance"
    return "An engine against itself: \(count), \(verdict)."
  }

  /// A warning, where the runs of one engine differ so much that the machine was not steady.
  var scatter: String? {
    guard let wall = rows.first(where: { $0.figure == .wall }) else { return nil }
    let unsteady = zip(comparison.engines, wall.cells).compactMap { engine, cell -> String? in
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

  func markdown(_ record: Record<Comparison>) -> String {
    var lines = ["| | \(comparison.engines.joined(separator: " | ")) |"]
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
}

extension ComparisonTable {
  // MARK: For the report

  func report(_ record: Record<Comparison>, about: String? = nil, scenes: [Scene] = []) -> Report {
    var report = Report(
      title: "\(comparison.workload): \(comparison.engines.joined(separator: " against "))",
      engines: comparison.engines, command: record.command,
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

extension Record {
  /// Where, with what, and how it was measured.
  var circumstances: String { "\(place): `\(command)`." }

  /// The machine and the versions.
  var place: String {
    (date.map { "\($0), " } ?? "")
      + "on \(machine.processor) with \(counted(machine.cores, "core")), \(machine.system), "
      + (load.map { "load \(numeral($0, decimals: 1)) when it ended, " } ?? "")
      + versions.sorted { $0.key < $1.key }.map { name, version in
        // Swift names itself.
        name == "swift" ? version : "\(name) \(version)"
      }.joined(separator: ", ")
  }
}

/// What a cell of the table says.
struct CellText {
  let value: String
  /// To the first engine.
  let ratio: String?
  private let verdict: PairedRatio.Verdict?

  /// - Parameter row: whose first cell decides the unit, so that all of a row have the same.
  init(_ cell: Comparison.Cell, like row: Comparison.Row) {
    let largest = row.cells.compactMap { $0?.samples.median }.max() ?? 0
    let (unit, scale) = Self.unit(row.figure.unit, largest)
    let (median, spread) = (cell.samples.median * scale, cell.samples.deviation * scale)
    let digits =
      row.figure.unit == .count
      ? min(0, decimals(of: median, spread: spread)) : decimals(of: median, spread: spread)
    value =
      numeral(median, decimals: digits)
      + (spread * pow(10, Double(digits)) > 0.5 ? " ± \(numeral(spread, decimals: digits))" : "") + unit
    verdict = cell.ratio?.verdict
    ratio = cell.ratio?.words
  }

  /// One value, as an axis has it.
  static func words(_ value: Double, _ unit: Figure.Unit) -> String {
    let (name, scale) = Self.unit(unit, value)
    return numeral(value * scale, decimals: decimals(of: value * scale, spread: 0)) + name
  }

  func styled(_ text: String, _ style: Style) -> String {
    switch verdict {
    case .noDifference, .unknown, nil: style.dim(text)
    case .less: style.green(text)
    case .more: style.yellow(text)
    }
  }

  private static func unit(_ unit: Figure.Unit, _ largest: Double) -> (String, scale: Double) {
    switch unit {
    case .count: ("", 1)
    case .bytes: largest >= 999_500 ? (" MB", 1e-6) : largest >= 1000 ? (" kB", 1e-3) : (" B", 1)
    case .seconds: largest >= 0.9995 ? (" s", 1) : largest >= 0.0009995 ? (" ms", 1e3) : (" µs", 1e6)
    }
  }
}
