import ArgumentParser
import Base
import Engines
import Foundation
import Imaging
import PhotoLists
import Transport
import Version
import WebServer
import Workloads

@main
struct Pipeline: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline", abstract: "One photo workload through GCD, Operation and other engines.",
    discussion: "Without a subcommand, “photos” is run. " + discussion(nil), version: versionText,
    subcommands: allSubcommands, defaultSubcommand: PhotosCommand.self)

  static let details = """
    Downloads the photos of a list, applies a sepia filter, and writes them to a folder. Without a list, it starts its \
    own small server and uses that server's sample photos.

      pipeline                             the sample photos, through Dispatch
      pipeline --engine operation          the same, through Operation
      pipeline photos.plist --out mine     your own list
      pipeline *.jpg                       your own photos
      pipeline poster                      a poster of 200 photos

    Engines: \(EngineName.allCases.map { "\($0.rawValue) (\($0.title))" }.joined(separator: ", ")). The \
    engine \(EngineName.serial.rawValue) stalls, because it is the baseline.

    For the options of the main job, run: pipeline photos --help

    Exit status: 0 success, 1 a compared run failed, 3 some photos failed, 64 wrong usage, 66 no list, 69 the port \
    is in use, 71 too few threads, open files or too little memory, 73 cannot write, 130 interrupted.
    """

  private static let allSubcommands: [any ParsableCommand.Type] = [
    PhotosCommand.self, GalleryCommand.self, ScrollCommand.self, ThumbnailsCommand.self,
    DownloadCommand.self, PosterCommand.self, SummaryCommand.self, CompareCommand.self, LessonCommand.self,
    ServeCommand.self,
    RunJobsCommand.self,
  ]

  static func main() {
    Terminal.openStreams()
    var end: (any Error)?
    do {
      try Interrupts.listen()
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let script = completions(arguments) {
        Terminal.output.write(script)
        leave(nil)
      }
      var command = try command(arguments)
      try command.run()
    } catch {
      end = error
      if let status = ExitStatus.of(error) {
        report(error)
        end = ExitCode(status)
      }
    }
    leave(end)
  }

  /// Parses the arguments. A named subcommand is parsed on its own, which saves milliseconds. The root command reports
  /// parse errors.
  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    try refuseHelpInNames(arguments)
    if let named = allSubcommands.first(where: { $0.configuration.commandName == arguments.first }) {
      return try (try? named.parse(Array(arguments.dropFirst()))) ?? parseAsRoot()
    }
    try refuseUnknownHelp(arguments)
    try refuseMisspelling(arguments)
    return try parseAsRoot()
  }

  /// Ends the process without running `exit` handlers. OpenSSL's handler, for example, frees memory that running
  /// threads still use.
  /// - Parameter end: Nil on success.
  private static func leave(_ end: (any Error)?) -> Never {
    let text = end.map(text) ?? ""
    var status = end.map { exitCode(for: $0).rawValue } ?? ExitStatus.success
    if status == ExitStatus.success {
      if !text.isEmpty { Terminal.output.write(text + "\n") }
    } else if !text.isEmpty {
      Terminal.error.say(text + "\n")
    }
    if let failure = Terminal.failure {
      Terminal.error.write("pipeline: \(failure)\n")
      if status == ExitStatus.success { status = ExitStatus.cannotWrite }
    }
    RawTerminal.restore()
    _exit(status)
  }

  /// Returns the argument parser's message, with the prefix that all errors have.
  static func text(of end: any Error) -> String {
    let text = namingTakers(fullMessage(for: end))
    let mark = "Error: "
    return text.hasPrefix(mark) ? "pipeline: " + text.dropFirst(mark.count) : text
  }

  /// Names the subcommands that take an option, where the argument parser reports that this one doesn't. The parser's
  /// suggestion stays only if it is close.
  private static func namingTakers(_ text: String) -> String {
    text.replacing(/Unknown option '(--?([^']+))'(?:. Did you mean '--([^']+)'\?)?/) { found in
      let (whole, option, name, suggestion) = found.output
      let takers = subcommands.filter { listedOptions[$0]?.contains(option) == true }
      guard let last = takers.last else { return String(whole) }
      let others = takers.dropLast().joined(separator: ", ")
      let meant = suggestion.flatMap { closest(to: String(name), among: [String($0)]) }
      return "\(option) is an option of \(others.isEmpty ? "" : others + " and ")\(last)."
        + (meant.map { " Did you mean '--\($0)'?" } ?? "")
    }
  }

  /// The options that each subcommand's help lists, as in `  -o, --out <folder>`.
  private static let listedOptions: [String: Set<Substring>] = {
    let pairs = allSubcommands.map { command in
      let lines = helpMessage(for: command, includeHidden: true).split(separator: "\n")
      let options = lines.filter { $0.hasPrefix("  -") }.flatMap { line in
        line.split { " ,".contains($0) }.prefix { $0.hasPrefix("-") }
      }
      return (command.configuration.commandName ?? "", Set(options))
    }
    return Dictionary(pairs) { $1 }
  }()

  /// The names of the subcommands that the help lists.
  static var subcommands: [String] {
    configuration.subcommands.compactMap { command in
      command.configuration.shouldDisplay ? command.configuration.commandName : nil
    }
  }

  /// Rejects options such as `-dash.jpg`, in which the argument parser finds an `-h`. It would print the help, and the
  /// photos that a shell's pattern named would be left alone without a word.
  /// - Throws: `ValidationError`.
  private static func refuseHelpInNames(_ arguments: [String]) throws {
    for word in arguments.prefix(while: { $0 != "--" }) where word != "-h" {
      guard word.hasPrefix("-"), word.hasPrefix("--") ? word.hasPrefix("--help=") : word.contains("h") else {
        continue
      }
      let name = oneLine(word)
      throw ValidationError("Unknown option '\(name)'; a file of that name is given as “./\(name)”.")
    }
  }

  /// Rejects a request for help about a subcommand that doesn't exist.
  /// - Throws: `ValidationError`.
  private static func refuseUnknownHelp(_ arguments: [String]) throws {
    guard arguments.first == "help", let word = arguments.dropFirst().first, !word.hasPrefix("-"),
      word != "help", !allSubcommands.contains(where: { $0.configuration.commandName == word })
    else { return }
    let meant = closest(to: word, among: subcommands).map { "; did you mean “pipeline help \($0)”?" }
    throw ValidationError(
      "there is no subcommand “\(oneLine(word))”" + (meant ?? "; “pipeline --help” shows all."))
  }

  /// Rejects a first word that names neither a subcommand nor a file, because it is probably a misspelled subcommand.
  /// - Throws: `ValidationError`, which suggests the closest subcommand.
  private static func refuseMisspelling(_ arguments: [String]) throws {
    guard let word = arguments.first, word.allSatisfy({ $0.isLetter || $0 == "-" }), !word.hasPrefix("-"),
      FileKind(at: word) == nil
    else { return }
    guard !subcommands.contains(word), word != "help" else { return }
    if let meant = closest(to: word, among: subcommands) {
      throw ValidationError("there is no list “\(oneLine(word))”; did you mean “pipeline \(meant)”?")
    }
    // A single word could be meant as a list or as a subcommand.
    guard arguments.count == 1 else { return }
    throw ValidationError(
      "there is neither a list nor a subcommand “\(oneLine(word))”; “pipeline --help” shows all.")
  }
}

/// The program's version, its build, and the versions of the libraries in use.
let versionText: String = {
  let libraries = codecVersions.merging(["libcurl": curlVersion, "libexpat": expatVersion]) { own, _ in own }
  let names = libraries.sorted { $0.key.lowercased() < $1.key.lowercased() }.map { "\($0.key) \($0.value)" }
  return "pipeline \(Version.number)\nbuilt from \(Version.build) by \(Version.compiler)\n"
    + folded(names, ", ", to: 78).joined(separator: ",\n")
}()
