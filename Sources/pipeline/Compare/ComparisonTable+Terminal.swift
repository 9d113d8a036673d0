import Foundation
import Measurement

extension ComparisonTable {
  /// - Parameter width: of the terminal; columns that do not fit go below.
  func text(_ style: Style, width: Int = .max) -> String {
    let headline =
      style.bold("\(comparison.workload): \(comparison.names.joined(separator: " against "))")
      + ", \(counted(blocks, "run")) each"
    let titles = rows.map(\.figure.title)
    let columns = comparison.engines.indices.map { column in
      rows.map { row in row.cells[column].map { CellText($0, like: row) } }
    }
    let titleWidth = titles.map(\.count).max() ?? 0
    let widths = zip(columns, comparison.names).map { cells, engine in
      let texts = cells.compactMap { $0 }
      let value = texts.map { $0.value.count }.max() ?? 0
      let ratio = texts.map { $0.ratio?.count ?? 0 }.max() ?? 0
      return (value: max(value, engine.count), ratio: ratio)
    }
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let names = comparison.names
    let whole = widths.map { $0.value + ($0.ratio > 0 ? $0.ratio + 2 : 0) }
    var lines = [headline]
    for block in tableBlocks(of: whole, behind: titleWidth + 1, gap: 3, to: width) {
      let header = block.map { pad(names[$0], whole[$0]) }
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
}

extension CellText {
  func styled(_ text: String, _ style: Style) -> String {
    switch verdict {
    case .noDifference, .unknown, nil: style.dim(text)
    case .less: style.green(text)
    case .more: style.yellow(text)
    }
  }
}
