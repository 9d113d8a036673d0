import ArgumentParser

/// How a run is reported, while it goes on and at its end.
struct ReportingOptions: ParsableArguments {
  @OptionGroup var display: DisplayOptions

  @Flag(help: "Print the summary as JSON.")
  var json = false

  var verbose: Bool { display.verbose }
}
