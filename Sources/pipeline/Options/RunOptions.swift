import ArgumentParser
import Engines
import Foundation
import Imaging
import Workloads

/// Options for reporting a run. Progress goes to standard error, where it is redrawn in place on a terminal, or
/// otherwise written as a line every few seconds. Results go to standard output.
struct ReportingOptions: ParsableArguments {
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

extension EngineName: ExpressibleByArgument {}

/// Options for the two queues that photos pass through.
struct PipelineOptions: ParsableArguments {
  @Option(help: .about("Photos downloaded at a time.", "n"))
  var downloads = RunPlan().downloads

  @Option(help: .about("Photos filtered at a time.", "n"))
  var filters = RunPlan().filters

  @Option(help: .rare("The largest picture that is decoded.", "pixels"))
  var maxPixels = DecodeLimits().maxPixels

  func validate() throws {
    try check("--downloads", downloads, atLeast: 1)
    try check("--filters", filters, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
  }
}

/// An option for the filter, for commands that show or keep filtered photos.
struct FilterOptions: ParsableArguments {
  @Option(help: .about("The sepia strength, 0 to 1.", "amount"))
  var intensity = Sepia.defaultAmount

  var filter: Filter { .sepia(amount: intensity) }

  func validate() throws { try check("--intensity", intensity, in: 0...1) }
}
