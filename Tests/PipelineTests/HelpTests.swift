import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import pipeline

@Suite("Help")
struct HelpTests {
  private static let commands =
    [Pipeline.self as any ParsableCommand.Type]
    + Pipeline.configuration.subcommands.filter { $0.configuration.shouldDisplay }

  private static let shells = [CompletionShell.bash, .zsh, .fish]
  private static let scripts = Dictionary(
    uniqueKeysWithValues: shells.map { ($0, Pipeline.completions(for: $0) ?? "") })

  @Test("--help fits on a terminal of 24 rows and 80 columns, and leaves rare options to --help-hidden")
  func short() async throws {
    for command in [[]] + Pipeline.subcommands.map({ [$0] }) {
      let help = try await Program.run(command + ["--help"]).output
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      // One row is left for the prompt that follows.
      #expect(lines.count <= 24, "\(command): \(lines.count)")
      for line in lines { #expect(line.count <= 80, "\(command): \(line)") }
      #expect(!lines.contains { $0.contains("--connect-timeout") || $0.contains("--keep-exif") })
    }
    let whole = try await Program.run(["photos", "--help-hidden"]).output
    for option in ["--connect-timeout", "--keep-exif", "--shard", "--trace", "--jitter", "--json-lines"] {
      #expect(whole.contains("  \(option)"))
    }
    // Because of retries, the share of photos that fail is smaller than the share of requests that do.
    #expect(whole.contains("share of requests"))
    let shown = try await Program.run(["--help"]).output
    #expect(shown.contains("“photos” is run") && shown.contains("--help-hidden"))
    #expect(whole.contains("Exit status: 0"))
  }

  @Test("A wrong value gets the option's help, and a wrong name the closest one, also of rare options")
  func wrongOption() {
    for (line, help) in [
      ("--color always", "Help:  --color <colour>"),
      ("--limit-rate fast", "Help:  --limit-rate <bytes/s>  The max"),
      ("--header", "Help:  --header <name: value>  Send"),
      ("--engine gdc", "Help:  --engine <name>  The engine"),
      ("--qiet", "Did you mean '--quiet'?"), ("--retires 3", "Did you mean '--retries'?"),
    ] {
      let report = report(of: ["photos"] + words(line))
      #expect(report.contains(help), "\(report)")
    }
  }

  @Test("Every command documents itself in full, with examples of one line and its exit statuses")
  func details() throws {
    for command in Self.commands {
      let details = try #require((command as? any DocumentedCommand.Type)?.details)
      for line in details.split(separator: "\n") where line.hasPrefix("  ") {
        #expect(line.count <= 80, "\(command): \(line)")
      }
      #expect(details.contains("Exit status: 0 "), "\(command)")
    }
  }

  @Test("The version names the libraries")
  func version() {
    for name in ["pipeline ", "libcurl ", "libpng ", "libjpeg-turbo ", "libexpat ", "libdeflate ", "zlib "] {
      #expect(versionText.contains(name))
    }
  }

  @Test("Completions know every option, engines, folders and files", arguments: shells)
  func completions(shell: CompletionShell) async throws {
    let script = try #require(Self.scripts[shell])
    for option in try await DumpedCommand.all().flatMap(\.options).flatMap(\.spellings)
    where option.hasPrefix("--") {
      let name = shell == .fish ? "-l '\(option.dropFirst(2))'" : option
      #expect(script.contains(name), "\(option)")
    }
    for engine in ["operation", "tasks", "serial", "both"] { #expect(script.contains(engine)) }
    let (folder, file) =
      switch shell {
      case .zsh: ("_files -/", "_files")
      case .fish: ("_complete_directories", "' -rF\n")
      default: ("-d", "-f")
      }
    #expect(script.contains(folder) && script.contains(file))
  }

  @Test(
    "In bash, subcommands, engines, options and files are completed, also without a subcommand",
    arguments: [
      ("photos --engine ''", "gcd operation tasks serial"), ("photos --inten", "--intensity"),
      ("po", "poster"), ("gallery --engine b", "both"), ("compare --eng", "--engines"),
      ("--engine ''", "gcd operation tasks serial"), ("--inten", "--intensity"), ("te", "test.bash"),
      ("list.txt --engine o", "operation"), ("list.txt te", "test.bash"),
      ("--out sepia --fo", "--force --format"), ("compare --workload s", "scroll"),
      ("compare --engines ope", "operation operation-queue operation-traced"),
      ("compare --engines gcd,ta", "gcd,tasks gcd,tasks-traced gcd,task-group"),
      ("scroll --script fl", "flick"), ("lesson 2", "2 20 21 22 23 24 25 26 27 28 29"),
      ("lesson 6 --file t", "tasks trap"), ("download --search-url o", "openverse"),
      ("summary te", "test.bash"),
    ])
  func bash(words: String, expected: String) async throws {
    let folder = try Folder()
    let test = """
      \(try #require(Self.scripts[.bash]))
      PATH="\(URL(fileURLWithPath: Program.path).deletingLastPathComponent().path):$PATH"
      COMP_WORDS=(pipeline \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}; COMPREPLY=()
      _pipeline_or_default pipeline "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[*]}"
      """
    try folder.write(test, to: "test.bash")
    let result = try await folder.run("", status: nil, by: "exec bash test.bash")
    #expect(
      Set(result.output.split { $0.isWhitespace }) == Set(expected.split(separator: " ")), "\(result.error)")
  }

  @Test("Names are shown on one line, with what would act on the terminal as what it is")
  func escapes() {
    #expect(oneLine("a\u{1B}[31mb") == #"a\u{1B}[31mb"#)
    #expect(oneLine("a\nb\u{202E}gpj.exe\u{2069}") == #"a\u{A}b\u{202E}gpj.exe\u{2069}"#)
    #expect(oneLine("é 夏 👨‍👩‍👧") == "é 夏 👨‍👩‍👧")
    #expect(fitted("a\u{9B}", to: 8) == #"a\u{9B} "#)
  }
}
