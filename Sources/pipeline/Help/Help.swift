import ArgumentParser

/// A command whose `--help` fits on a screen: rare options, and what it does in full, are left to `--help-hidden`.
protocol DocumentedCommand: ParsableCommand {
  /// How it works, and its exit statuses.
  static var details: String { get }
}

extension DocumentedCommand {
  /// - Parameter name: the command's; nil for the program itself.
  static func discussion(_ name: String?) -> String {
    if CommandLine.arguments.contains("--help-hidden") { return details }
    return "In full: pipeline \(name.map { $0 + " " } ?? "")--help-hidden"
  }
}
