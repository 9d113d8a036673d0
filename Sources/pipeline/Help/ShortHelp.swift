import ArgumentParser

/// What `-h` prints: a command's own options, a line each. Those that commands share are left to `--help`.
enum ShortHelp {
  /// Nil where no help, or the whole, is asked for.
  /// - Parameter arguments: without the program's name.
  static func text(_ arguments: [String], columns: Int) -> String? {
    guard arguments.prefix(while: { $0 != "--" }).contains("-h") else { return nil }
    let named = Pipeline.configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    return text(of: named ?? (arguments == ["-h"] ? Pipeline.self : PhotosCommand.self), columns: columns)
  }

  static func text(of command: any ParsableCommand.Type, columns: Int) -> String {
    let isRoot = command == Pipeline.self
    // So wide that the help of an option is one line.
    let help = Pipeline.helpMessage(for: command, columns: 10_000).split(separator: "\n")
    var lines = [Prose(command.configuration.abstract, style: Style(usesColor: false)).wrapped(to: columns)]
    lines += help.filter { $0.hasPrefix("USAGE: ") }.map { oneLine("Usage: " + $0.dropFirst(7), columns) }
    var heading: String?
    var isKept = false
    var last: [String] = []
    for line in joined(help) {
      if let title = title(line) {
        isKept = !shared.contains { title.hasPrefix($0) }
        heading = title.prefix(1) + title.dropFirst().lowercased() + ":"
      } else if isKept, line.hasPrefix("  "), !omitted.contains(where: line.hasPrefix) {
        if let title = heading { lines += ["", title] }
        heading = nil
        lines.append(phrase(line, columns))
      } else if command == PhotosCommand.self, usual.contains(where: line.hasPrefix) {
        last.append(phrase(line, columns))
      }
    }
    let name = isRoot ? "pipeline" : "pipeline \(command.configuration.commandName ?? "")"
    lines += last + ["", "All options: \(name) --help"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// And what several commands have under titles of their own, or few need.
  private static let omitted = [
    "  -h,", "  --version", "  See ", "  --search-", "  --url-column", "  --limit", "  -v, --verbose",
    "  -q, --quiet", "  --json ", "  --compression", "  --max-pixels", "  --scalings",
  ]

  /// What the main job is tried with, though it shares them.
  private static let usual = ["  --downloads", "  --filters", "  --intensity", "  --force", "  --trace "]

  /// An option that is too long for its column has its help on a line of its own.
  private static func joined(_ help: [Substring]) -> [Substring] {
    var lines: [Substring] = []
    for line in help {
      if let last = lines.last, line.hasPrefix("       "), last.hasPrefix("  -") {
        lines[lines.count - 1] = last + " " + line.drop { $0 == " " }
      } else {
        lines.append(line)
      }
    }
    return lines
  }

  /// The line without what goes beyond a phrase, if a phrase fits.
  private static func phrase(_ line: Substring, _ columns: Int) -> String {
    let text = String(line)
    guard text.count > columns else { return text }
    let start = text.prefix(columns + 1)
    let ends = [". ", "; ", ": ", " ("].compactMap { mark in
      start.range(of: mark, options: .backwards)?.lowerBound
    }
    // The help begins behind 26 columns, and some words of it are needed to say anything.
    let least = text.index(text.startIndex, offsetBy: min(text.count, 43))
    guard let end = ends.filter({ $0 >= least }).max() else { return oneLine(text, columns) }
    let phrase = text[..<end]
    // Not in the middle of a bracket.
    guard let open = phrase.range(of: " (", options: .backwards), !phrase[open.upperBound...].contains(")")
    else { return String(phrase) }
    return String(phrase[..<open.lowerBound])
  }

  /// The titles of what several commands have.
  private static let shared = [
    "PHOTOS", "DOWNLOADS", "TRACES", "SAMPLE SERVER", "CHANCE", "ORDER", "MORE THAN", "ON PURPOSE",
  ]

  /// As in `OPTIONS:`.
  private static func title(_ line: Substring) -> Substring? {
    guard line.hasSuffix(":"), line.first?.isUppercase == true, !line.contains(where: \.isLowercase) else {
      return nil
    }
    return line.dropLast()
  }

  private static func oneLine(_ line: String, _ columns: Int) -> String {
    guard line.count > columns else { return line }
    let cut = line.prefix(columns - 1)
    return cut.prefix(cut.lastIndex(of: " ").map { cut.distance(from: cut.startIndex, to: $0) } ?? cut.count)
      + "…"
  }
}
