import Measurement

extension Report {
  /// Returns the report as text for a terminal.
  /// - Parameter width: The width of the terminal. Columns that don't fit are placed below.
  func text(_ style: Style, width: Int = .max) -> String {
    let parts =
      [style.bold(title) + ", \(counted(runs, "run")) each", verdict]
      + tables.flatMap { blocks(of: $0, style, width) }
      + [([style.dim(legend)] + notes).joined(separator: "\n")] + changes
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The widest cell in a table. A table with longer ones is printed as a list.
  private static let widest = 60

  /// Returns a table, split into blocks that fit the width. Each block repeats the columns that identify a row.
  private func blocks(of table: Table, _ style: Style, _ width: Int) -> [String] {
    guard table.rows.allSatisfy({ $0.cells.allSatisfy { columns($0.text) <= Self.widest } }) else {
      return [list(table, style)]
    }
    let heads = table.head.indices.map { place in
      ([table.head[place]] + table.rows.map { $0.head[place] }).map(columns).max() ?? 0
    }
    let widths = table.columns.enumerated().map { place, name in
      let cells = table.rows.map { $0.cells[place] }
      // With the gap before it.
      let ratio = cells.compactMap { $0.ratio?.words.map { columns($0) + 2 } }.max() ?? 0
      return (text: max(cells.map { columns($0.text) }.max() ?? 0, columns(name) - ratio), ratio: ratio)
    }
    let whole = widths.map { $0.text + $0.ratio }
    let blocks = tableBlocks(of: whole, behind: heads.reduce(0) { $0 + $1 + 2 }, gap: 3, to: width)
    return blocks.enumerated().map { number, block in
      func line(_ head: [String], _ cells: [String]) -> String {
        // Only names are left-aligned.
        let heads = zip(head, heads).enumerated().map { place, pair in
          padded(pair.0, pair.1, isLeft: place == 0)
        }
        let line = "  " + heads.joined(separator: "  ") + "  " + cells.joined(separator: "   ")
        return String(line.reversed().drop { $0 == " " }.reversed())
      }
      let head = style.bold(line(table.head, block.map { padded(table.columns[$0], whole[$0]) }))
      let lines = table.rows.map { row in
        line(
          row.head,
          block.map { place in
            let (cell, (text, ratio)) = (row.cells[place], widths[place])
            let words = padded(cell.ratio?.words.map { "  " + $0 } ?? "", ratio)
            return padded(cell.text, text) + (ratio > 0 ? styled(words, cell.ratio?.verdict, style) : "")
          })
      }
      return ((number == 0 ? [style.bold(table.title)] : []) + [head] + lines).joined(separator: "\n")
    }
  }

  /// Returns a paragraph for each row.
  private func list(_ table: Table, _ style: Style) -> String {
    let paragraphs = table.rows.flatMap { row in
      ["  " + row.head.joined(separator: ", ")]
        + zip(table.columns, row.cells).map { "    \($0)  \($1.text)" }
    }
    return ([style.bold(table.title)] + paragraphs).joined(separator: "\n")
  }
}

private func padded(_ text: String, _ width: Int, isLeft: Bool = true) -> String {
  let space = String(repeating: " ", count: max(0, width - columns(text)))
  return isLeft ? text + space : space + text
}

private func styled(_ text: String, _ verdict: PairedRatio.Verdict?, _ style: Style) -> String {
  switch verdict {
  case .equal, .noDifference, .unknown, nil: style.dim(text)
  case .less: style.green(text)
  case .more: style.yellow(text)
  }
}
