import ArgumentParser

/// A command whose `--help` fits on a screen. `--help-hidden` adds rare options and all details.
protocol DocumentedCommand: ParsableCommand {
  /// A description of how the command works, and of its exit statuses.
  static var details: String { get }
}

extension DocumentedCommand {
  /// Returns the details if `--help-hidden` was given. Otherwise, returns a hint that mentions the option.
  /// - Parameter name: The name of the command, or nil for the program itself.
  static func discussion(_ name: String?) -> String {
    if CommandLine.arguments.contains("--help-hidden") { return details }
    return "Full help: pipeline \(name.map { $0 + " " } ?? "")--help-hidden"
  }
}

extension ArgumentHelp {
  static func about(_ abstract: String, _ valueName: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: valueName)
  }

  /// Returns the help of a rare option.
  static func rare(_ abstract: String, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: valueName, visibility: .rare)
  }
}

extension ArgumentVisibility {
  /// The visibility of rare options, which only the short help leaves out. Elsewhere the parser would neither complete
  /// hidden options nor suggest them for typos.
  static let rare: ArgumentVisibility = {
    let arguments = CommandLine.arguments.dropFirst()
    let asksForHelp = arguments.first == "help" || arguments.contains { ["--help", "-h"].contains($0) }
    return asksForHelp && !arguments.contains("--help-hidden") ? .hidden : .default
  }()
}

/// Returns the word that was probably meant: the closest one within two edits, or within one edit for words of fewer
/// than six letters.
func closest(to word: String, among known: [String]) -> String? {
  let near = known.map { ($0, distance(word.lowercased(), $0)) }.min { $0.1 < $1.1 }
  return near.flatMap { $0.1 <= max(1, min(2, $0.0.count / 3)) ? $0.0 : nil }
}

/// Returns the edit distance: letters added, removed, replaced, or swapped with a neighbour (optimal string
/// alignment).
private func distance(_ one: String, _ other: String) -> Int {
  let (one, other) = (Array(one), Array(other))
  var rows = [Array(0...other.count)]
  for i in 0..<one.count {
    var row = [i + 1]
    for j in 0..<other.count {
      var best = min(rows[i][j] + (one[i] == other[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
        best = min(best, rows[i - 1][j - 1] + 1)
      }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[one.count][other.count]
}
