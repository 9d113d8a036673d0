import Measurement

extension Report {
  /// The verdict, the drawings, the tables, and the conditions of the measurement.
  func markdown(pictures: String) -> String {
    let charts = charts.map { "![\($0.title)](\(pictures)/\($0.name))" }
    return paragraphs(
      [verdict] + charts + markdown(tables) + notes + ["\(legend) \(circumstances): `\(command)`."])
  }

  /// Returns the tables of an excerpt, with a link to the page with all rows.
  /// - Parameter select: Returns the rows of a table to show.
  func markdown(excerptOf page: String, _ select: ([Row]) -> [Row]) -> String {
    let excerpt = tables.map { table in
      var table = table
      table.rows = select(table.rows)
      return table
    }
    let link = "[all figures, the machine and the versions](\(page))"
    return paragraphs(
      markdown(excerpt.filter { !$0.rows.isEmpty }) + ["\(legend) \(runs) runs each: \(link)."])
  }

  /// Returns the tables, with their titles where there are several.
  private func markdown(_ tables: [Table]) -> [String] {
    tables.map { tables.count > 1 ? "**\($0.title)**\n\n\(markdown($0))" : markdown($0) }
  }

  private func markdown(_ table: Table) -> String {
    func line(_ cells: [String]) -> String {
      "|" + cells.map { ($0.isEmpty ? "" : " \($0)") + " |" }.joined()
    }
    let names = table.head + table.columns
    let rows = table.rows.map { row in
      row.head + row.cells.map { cell in cell.text + (cell.ratio?.words.map { "<br>\($0)" } ?? "") }
    }
    return ([names, names.map { _ in "---" }] + rows).map(line).joined(separator: "\n")
  }

  private func paragraphs(_ parts: [String]) -> String { parts.joined(separator: "\n\n") + "\n" }
}
