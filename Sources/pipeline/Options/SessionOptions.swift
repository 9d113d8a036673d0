import ArgumentParser
import Engines
import Foundation
import PhotoLists

extension EngineName: ExpressibleByArgument {}

/// Options for the engine of a run and the reports about it. Progress goes to standard error, where it is redrawn in
/// place on a terminal, or otherwise written as a line every few seconds. Results go to standard output.
struct SessionOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: .about("The engine that runs the jobs.", "name"))
  var engine = EngineName.gcd

  @Flag(name: .shortAndLong, help: .rare("Print a line for every event instead of the progress."))
  var verbose = false

  @Flag(name: .shortAndLong, help: .rare("Report only failures."))
  var quiet = false

  @Flag(help: .rare("Print the summary as JSON."))
  var json = false

  @Flag(help: .rare("Print a line of JSON for each entry and then the summary, alone on standard output."))
  var jsonLines = false

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be combined: give one of them.") }
    if json, jsonLines {
      throw ValidationError("--json and --json-lines cannot be combined: give one of them.")
    }
  }

  /// Standard output, if it is reserved for JSON.
  var outputs: [NamedFile] {
    NamedFile.output("--json", isOn: json) + NamedFile.output("--json-lines", isOn: jsonLines)
  }

  /// The terminal that gets a line for every event, or nil if events aren't printed.
  var events: Terminal? { verbose ? outputs.isEmpty ? .text : .error : nil }
}

/// A command that runs a workload in a `Session`.
protocol SessionCommand: StatusCommand {
  /// The list or photos that were given.
  var arguments: [String] { get }
  var options: SessionOptions { get }
  var transfers: TransferOptions { get }
  var traces: TraceOptions { get }
  var sample: SampleOptions { get }
  var usesSampleServer: Bool { get }

  /// Returns the source of the photos.
  /// - Parameter server: The address of the sample server, or nil if it isn't needed.
  func source(_ server: String?) throws -> ListSource
}

extension SessionCommand {
  /// The files that are read, and standard output if it is reserved for JSON.
  var inputs: [NamedFile] { NamedFile.inputs(arguments) + transfers.inputs + options.outputs }

  /// Whether the list is typed on the terminal.
  var isTyped: Bool { arguments.contains("-") && isatty(0) != 0 }
}
