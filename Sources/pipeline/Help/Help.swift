import ArgumentParser

/// A command whose `--help` fits on a screen: `--help-hidden` has rare options and all details.
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

extension ArgumentHelp {
  /// The help of a rare option, which `--help-hidden` alone shows.
  static func rare(_ abstract: String, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: valueName, visibility: .hidden)
  }
}
