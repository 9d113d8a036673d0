import ArgumentParser

/// How much is said of a run. Progress goes to standard error: drawn over itself on a terminal, else a line now and then.
/// What came out goes to standard output.
struct DisplayOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp("Print a line for every event instead of the progress.", visibility: .hidden))
  var verbose = false

  @Flag(name: .shortAndLong, help: ArgumentHelp("Report only what failed.", visibility: .hidden))
  var quiet = false

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other: give one of them.") }
  }

  /// What gets a line for every event.
  /// - Parameter json: whether standard output is for JSON.
  func events(json: Bool) -> Terminal? { verbose ? json ? .error : .output : nil }
}
