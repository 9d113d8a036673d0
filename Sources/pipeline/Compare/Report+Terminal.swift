import Measurement

extension Report {
  /// Returns the report as text for a terminal.
  /// - Parameter width: The width of the terminal. Columns that don't fit are placed below.
  func text(_ style: Style, width: Int = .max) -> String {
    var parts = [style.bold(title) + ", \(counted(runs, "run")) each", verdict]
    if let calls { parts.append(list(calls, style)) }
    parts += figures(style, width)
    for table in tables { parts += blocks(of: table, style, width) }
    parts += findings
    parts.append(([style.dim(legend)] + notes).joined(separator: "\n"))
    return (parts + changes).joined(separator: "\n\n") + "\n"
  }

  /// Returns a table with a row for each figure and a column for each engine, split into blocks that fit the
  /// width.
  private func figures(_ style: Style, _ width: Int) -> [String] {
    guard !rows.isEmpty else { return [] }
    let titleWidth = rows.map(\.figure.title.count).max() ?? 0
    let widths = engines.enumerated().map { column, engine in
      (
        value: max(rows.compactMap { $0.words(column)?.count }.max() ?? 0, engine.count),
        ratio: rows.compactMap { $0.cells[column]?.ratio?.words?.count }.max() ?? 0
      )
    }
    let whole = widths.map { $0.value + ($0.ratio > 0 ? $0.ratio + 2 : 0) }
    return tableBlocks(of: whole, behind: titleWidth + 1, gap: 3, to: width).map { block in
      func line(_ title: String, _ cells: [String]) -> String {
        trimmed("  \(padded(title, titleWidth))  \(cells.joined(separator: "   "))")
      }
      let head = style.bold(line("", block.map { padded(engines[$0], whole[$0]) }))
      let lines = rows.map { row in
        line(
          row.figure.title,
          block.map { column in
            guard let words = row.words(column) else { return padded("–", whole[column]) }
            let (value, ratio) = widths[column]
            let pair = row.cells[column]?.ratio
            return padded(words, value)
              + (ratio > 0 ? "  " + styled(padded(pair?.words ?? "", ratio), pair?.verdict, style) : "")
          })
      }
      return ([head] + lines).joined(separator: "\n")
    }
  }

  /// Returns a table whose cells are too long for columns: a paragraph for each row.
  private func list(_ table: Table, _ style: Style) -> String {
    let paragraphs = table.rows.flatMap { row in
      ["  " + row[0]] + zip(table.head, row).dropFirst().map { "    \($0)  \($1)" }
    }
    return ([style.bold(table.title)] + paragraphs).joined(separator: "\n")
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// Returns the blocks of a table with a row for each load and a column for each runner. Each block repeats
  /// the title.
  private func blocks(of section: Table, _ style: Style, _ width: Int) -> [String] {
    let table = [section.head] + section.rows
    let widths = section.head.indices.map { column in table.map { columns($0[column]) }.max() ?? 0 }
    let load = JobComparison.loadHead.count
    let loadWidth = widths[..<load].reduce(0) { $0 + $1 + 2 }
    let blocks = tableBlocks(of: Array(widths[load...]), behind: loadWidth, gap: 2, to: width).map { block in
      let lines = table.map { row in
        let cells = (Array(0..<load) + block.map { $0 + load }).map { column in
          let space = String(repeating: " ", count: widths[column] - columns(row[column]))
          // Numbers are right-aligned, names are left-aligned.
          return column == 0 ? row[column] + space : space + row[column]
        }
        return "  " + cells.joined(separator: "  ")
      }
      return ([style.bold(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    }
    return [style.bold(section.title) + "\n" + (blocks.first ?? "")] + blocks.dropFirst()
  }
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

private func styled(_ text: String, _ verdict: PairedRatio.Verdict?, _ style: Style) -> String {
  switch verdict {
  case .equal, .noDifference, .unknown, nil: style.dim(text)
  case .less: style.green(text)
  case .more: style.yellow(text)
  }
}
