import Foundation
import Testing

/// A command as `--experimental-dump-help` describes it.
struct DumpedCommand: Decodable, Sendable {
  private struct Dump: Decodable {
    let command: DumpedCommand
  }

  private static let dump = Task {
    let dump = try await Program.run(["--experimental-dump-help"]).output
    let program = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    return (program.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// Returns the commands that the help lists.
  static func all() async throws -> [DumpedCommand] { try await dump.value }

  struct Option: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let names: [Name]?
    let defaultValue: String?
    let abstract: String?

    /// The names as users type them, except those that every command has. The array is empty for an argument.
    var spellings: [String] {
      (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
        .filter { !["--help", "-h", "--version"].contains($0) }
    }

    /// The default that the parser knows or that the help text states.
    var ownDefault: String? {
      defaultValue
        ?? (abstract ?? "").firstMatch(of: /[Dd]efault: (.+?)\)?\.$/).map { String($0.output.1) }
    }
  }

  let commandName: String
  let shouldDisplay: Bool
  let arguments: [Option]?
  let subcommands: [DumpedCommand]?

  var options: [Option] { (arguments ?? []).filter { !$0.spellings.isEmpty } }
}
