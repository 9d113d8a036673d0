import Measurement

extension Report {
  /// A table with a row for each figure, the verdict, and the conditions of the measurement.
  var figuresAsMarkdown: String { markdown([table(rows), verdict] + notes + [basis]) }

  /// Returns a table of the figures that people notice. Figures that were the same in every run are left out.
  /// - Parameter page: The page with all figures.
  func noticedAsMarkdown(rest page: String) -> String {
    let noticed = Figure.noticed.compactMap { figure in rows.first { $0.figure == figure && !$0.isConstant } }
    return markdown([
      table(noticed),
      "\(legend) \(runs) runs each: [all figures, the machine and the versions](\(page)).",
    ])
  }

  private func table(_ rows: [Comparison.Row]) -> String {
    let lines = rows.map { row in
      let cells = engines.indices.map { column in
        (row.words(column) ?? "–") + (row.cells[column]?.ratio?.words.map { "<br>\($0)" } ?? "")
      }
      return "| \(row.figure.title) | \(cells.joined(separator: " | ")) |"
    }
    let head = [
      "| | \(engines.joined(separator: " | ")) |", "| --- |" + engines.map { _ in " --- |" }.joined(),
    ]
    return (head + lines).joined(separator: "\n")
  }

  /// The conditions of the measurement, and the command that repeats it.
  fileprivate var basis: String { "\(legend) \(circumstances): `\(command)`." }
}

extension Record<JobComparison> {
  /// The drawings and the findings.
  var jobsAsMarkdown: String {
    let report = report
    let charts = report.charts.map { chart in
      let words =
        switch chart.name {
        case JobChart.efficiency.rawValue: "Efficiency by job length"
        default: "The cost of an empty job, by number of pending jobs"
        }
      return "![\(words)](../Pictures/\(chart.name))"
    }
    return markdown(charts + report.findings + details(report))
  }

  /// The findings and their conditions, as paragraphs without pictures, tables or lists.
  var findingsAsMarkdown: String {
    let report = report
    return markdown(report.findings + details(report))
  }

  private func details(_ report: Report) -> [String] {
    [measurement.memoryInWords].compactMap { $0 } + report.notes + [report.basis]
  }
}

private func markdown(_ paragraphs: [String]) -> String { paragraphs.joined(separator: "\n\n") + "\n" }
