import ArgumentParser
import Testing

@testable import pipeline

@Suite("Help")
struct HelpTests {
  private static let commands =
    [Pipeline.self as any ParsableCommand.Type]
    + Pipeline.configuration.subcommands.filter { $0.configuration.shouldDisplay }

  @Test("-h is short, of lines that fit, and leaves to --help what commands have in common")
  func short() {
    for command in Self.commands {
      let lines = ShortHelp.text(of: command, columns: 80).split(
        separator: "\n", omittingEmptySubsequences: false)
      // A terminal of 24 rows, with the prompt that follows.
      #expect(lines.count <= 24, "\(command): \(lines.count)")
      for line in lines { #expect(line.count <= 80, "\(command): \(line)") }
      #expect(!lines.contains { $0.contains("--connect-timeout") || $0.contains("--jitter") })
      #expect(Pipeline.helpMessage(for: command, columns: 80).split(separator: "\n").count >= 10)
    }
    #expect(ShortHelp.text(["poster", "-h"], columns: 80)?.contains("--layers") == true)
    // Whole phrases, as far as there are any, no heading without a line, and no half of a bracket.
    let poster = ShortHelp.text(["poster", "-h"], columns: 80) ?? ""
    #expect(poster.contains("from back to front\n") && poster.contains("a PNG or JPEG.\n"))
    #expect(ShortHelp.text(["-h"], columns: 80)?.contains("Options:") == false)
    #expect(ShortHelp.text(["--engine", "gcd", "-h"], columns: 80)?.contains("--out") == true)
    #expect(ShortHelp.text(["-h"], columns: 80)?.contains("thumbnails") == true)
    #expect(ShortHelp.text(["poster", "--help"], columns: 80) == nil)
    #expect(ShortHelp.text(["compare", "--", "-h"], columns: 80) == nil)
  }

  @Test("Examples stand on one line each at 80 columns")
  func examples() {
    for command in Self.commands {
      for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
        #expect(line.count <= 80, "\(command): \(line)")
      }
    }
  }

  @Test("Every command names its exit statuses")
  func statuses() {
    for command in Self.commands {
      #expect(command.configuration.discussion.contains("Exit status: 0 "), "\(command)")
    }
  }

  @Test("The version names the libraries")
  func version() {
    for name in [
      "pipeline ", "libcurl ", "libpng ", "libjpeg-turbo ", "libexpat ", "libdeflate ", "zlib ",
    ] {
      #expect(versionText.contains(name))
    }
  }

  @Test("Completions know engines, folders and files", arguments: [CompletionShell.bash, .zsh, .fish])
  func completions(shell: CompletionShell) {
    let script = Pipeline.completionScript(for: shell)
    for engine in ["operation", "tasks", "serial", "both"] { #expect(script.contains(engine)) }
    let (folder, file) =
      switch shell {
      case .zsh: ("_files -/", "_files")
      case .fish: ("_complete_directories", "' -rF\n")
      default: ("-d", "-f")
      }
    #expect(script.contains(folder) && script.contains(file))
  }

  @Test("Names are shown on one line, with what would act on the terminal as what it is")
  func escapes() {
    #expect(oneLine("a\u{1B}[31mb") == #"a\u{1B}[31mb"#)
    #expect(oneLine("a\nb\u{202E}gpj.exe\u{2069}") == #"a\u{A}b\u{202E}gpj.exe\u{2069}"#)
    #expect(oneLine("é 夏 👨‍👩‍👧") == "é 夏 👨‍👩‍👧")
    #expect(fitted("a\u{9B}", to: 8) == #"a\u{9B} "#)
  }
}
