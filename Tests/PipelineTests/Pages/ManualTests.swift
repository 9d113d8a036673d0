import Foundation
import Testing

/// Checks that the README and the manual describe the program as it is.
@Suite("The manual")
struct ManualTests {
  private let commands: [DumpedCommand]
  private let manual: Page

  init() async throws {
    commands = try await DumpedCommand.all()
    manual = try Page("Sources/pipeline/README.md")
  }

  @Test("Each subcommand has a section, and each section named after one has a subcommand")
  func subcommands() throws {
    let named = manual.sections.compactMap { $0.heading.wholeMatch(of: /`pipeline ([a-z]+)`/)?.output.1 }
    #expect(Set(named.map(String.init)) == Set(commands.map(\.commandName)))
    let short = try Page("README.md").text
    for command in commands { #expect(short.contains("`pipeline \(command.commandName)`")) }
  }

  @Test("The tables of a subcommand's section, and those that it links to, have its options and no others")
  func options() throws {
    for command in commands {
      let rows = try rows(of: command)
      let described = rows.flatMap(\.options)
      #expect(Set(described) == Set(command.options.flatMap(\.spellings)), "\(command.commandName)")
      #expect(Set(described).count == described.count, "\(command.commandName): an option has two rows")
    }
  }

  @Test("The table of commands and options is that of the declarations, as .ci/option-table writes it")
  func takers() {
    let columns = ["photos", "thumbnails", "download", "poster", "scroll"]
    var cells: [[String]: [String: Bool]] = [:]
    for command in commands where columns.contains(command.commandName) {
      for option in command.options where option.abstract?.hasPrefix("Refused") != true {
        let none = Dictionary(uniqueKeysWithValues: columns.map { ($0, false) })
        cells[option.spellings, default: none][command.commandName] = true
      }
    }
    #expect(manual.takers.count == cells.count)
    for row in manual.takers { #expect(row.commands == cells[row.option], "\(row.option)") }
  }

  @Test("Each default in the tables is the program's")
  func defaults() throws {
    for command in commands {
      let rows = try rows(of: command)
      for option in command.options {
        let row = rows.first { !Set($0.options).isDisjoint(with: option.spellings) }
        guard let row, let name = option.spellings.first else { continue }
        let place = Comment(rawValue: "\(command.commandName) \(name)")
        if let own = option.ownDefault {
          #expect(Self.value(row.standard) == Self.value(own), place)
        } else {
          // Text such as “every way but stall” contains nothing that can be compared.
          #expect(!row.standard.contains(/[0-9`]/), place)
        }
      }
    }
  }

  /// Returns the rows of a subcommand's section, and of the sections that it links to for further options.
  private func rows(of command: DumpedCommand) throws -> [Page.Row] {
    let section = try #require(
      manual.sections.first { $0.heading == "`pipeline \(command.commandName)`" }, "\(command.commandName)")
    let shared = manual.sections.filter {
      $0.heading.hasSuffix(" options") && section.text.contains("(#\(Page.anchor($0.heading)))")
    }
    return ([section] + shared).flatMap(\.rows)
  }

  /// Returns a default as text that can be compared: without marks, and with numbers in a single form.
  private static func value(_ text: String) -> String {
    let plain = text.replacing("`", with: "")
    if plain == "one per core" { return "\(Double(ProcessInfo.processInfo.activeProcessorCount))" }
    return Double(plain.replacing(",", with: "")).map { "\($0)" } ?? plain
  }
}
