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
    var isKept = false
    for line in help {
      if let title = title(line) {
        isKept = !shared.contains { title.hasPrefix($0) }
        if isKept { lines += ["", title.prefix(1) + title.dropFirst().lowercased() + ":"] }
      } else if isKept, line.hasPrefix("  "), !omitted.contains(where: line.hasPrefix) {
        lines.append(oneLine(String(line), columns))
      }
    }
    let name = isRoot ? "pipeline" : "pipeline \(command.configuration.commandName ?? "")"
    lines += ["", "All of it, with what commands have in common: \(name) --help"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let omitted = ["  -h,", "  --version", "  See "]

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
