import ArgumentParser

/// How much a run reports. Progress goes to standard error: redrawn in place on a terminal, else a line now and then.
/// Results go to standard output.
struct DisplayOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: .rare("Print a line for every event instead of the progress."))
  var verbose = false

  @Flag(name: .shortAndLong, help: .rare("Report only what failed."))
  var quiet = false

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other: give one of them.") }
  }

  /// Gets a line for every event; nil for nothing.
  /// - Parameter json: whether standard output is for JSON.
  func events(json: Bool) -> Terminal? { verbose ? json ? .error : .output : nil }
}

/// How a run is reported, while it goes on and at its end.
struct ReportingOptions: ParsableArguments {
  @OptionGroup var display: DisplayOptions

  @Flag(help: "Print the summary as JSON.")
  var json = false
}
