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

  /// Whether progress is drawn over itself.
  var isLive: Bool { !verbose && !quiet && Terminal.error.isInteractive }

  /// A line now and then of how far a run has come, where nothing is drawn.
  func lines(_ words: @escaping () -> String) -> [any RunDisplay] {
    verbose || quiet || isLive ? [] : [ProgressDisplay(.error, words: words)]
  }

  /// How far a run has come, in a line: for a command that draws nothing else.
  static func progress(isQuiet: Bool, _ words: @escaping () -> String) -> [any RunDisplay] {
    isQuiet ? [] : [ProgressDisplay(.error, words: words)]
  }
}
