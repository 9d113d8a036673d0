import ArgumentParser

/// How a run is reported, while it goes on and at its end.
struct ReportingOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "A plain line for every event, in place of the live display.")
  var verbose = false

  @Flag(help: "Print the summary as JSON, alone on standard output.")
  var json = false
}
