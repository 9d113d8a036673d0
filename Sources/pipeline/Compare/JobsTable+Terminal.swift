import Measurement

extension JobsTable {
  /// - Parameter width: of the terminal; columns that do not fit go below.
  func text(_ style: Style, width: Int = .max) -> String {
    var lines = [
      style.bold("jobs: \(comparison.runners.map(\.rawValue).joined(separator: ", "))")
        + ", \(counted(runs, "run")) each", "",
    ]
    for section in sections { lines += text(section, style, width) }
    lines += comparison.findings.flatMap { [$0, ""] }
    if !comparison.runners.contains(.loop) {
      lines += ["There is no efficiency: it needs the loop, so name it among --engines.", ""]
    }
    for goal in goals {
      let verdict = goal.verdict.rawValue
      let words = goal.verdict == .met ? style.green(verdict) : style.yellow(verdict)
      lines.append(
        "  \(goal.title): \(ratio(goal.ratio, limit: goal.limit)), at most \(numeral(goal.limit, decimals: 2)): \(words)"
      )
      lines += reasons(goal).map { "    " + style.dim($0) }
    }
    lines += ["", style.dim(legend)] + (leftOut.map { [style.dim($0)] } ?? [])
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(_ section: Report.Table, _ style: Style, _ width: Int) -> [String] {
    let table = [section.head] + section.rows
    let widths = table[0].indices.map { column in table.map { columns($0[column]) }.max() ?? 0 }
    let load = Self.loadHead.count
    let loadWidth = widths[..<load].reduce(0) { $0 + $1 + 2 }
    let texts = tableBlocks(of: Array(widths[load...]), behind: loadWidth, gap: 2, to: width).map { block in
      let shown = Array(0..<load) + block.map { $0 + load }
      let lines = table.map { row in
        "  "
          + shown.map { column in
            let space = String(repeating: " ", count: widths[column] - columns(row[column]))
            // Numbers to the right, names to the left.
            return column == 0 ? row[column] + space : space + row[column]
          }.joined(separator: "  ")
      }
      return [style.bold(lines[0])] + lines.dropFirst() + [""]
    }
    return [style.bold(section.title)] + texts.joined()
  }
}
