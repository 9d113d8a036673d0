import ArgumentParser
import Foundation
import Imaging
import Workloads

struct ScrollCommand: SessionCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "scroll", abstract: "Scroll through a table of photos with a script.",
    usage: "pipeline scroll [<options>] [<list or photos> ...]", discussion: discussion("scroll"))

  static let details = """
    Works like the page of “gallery”, but without a page: scrolling suspends all work. When it stops, work for hidden \
    rows is cancelled, and work for visible rows starts.

    A script has one step per line: “scroll to ROW in SECONDS”, “rest SECONDS” or “memory warning”. # begins a \
    comment. The script begins at rest on the first row. Its last rest lasts until every visible row has its sepia \
    photo. The same script and seed produce the same scrolls.

    Exit status: 0 played, 64 wrong usage, 66 no list, an incomplete list or no script, 73 cannot write, 130 interrupted.
    """

  static let scriptNames = CompletionKind.list(ScrollScript.BuiltIn.allCases.map(\.rawValue))

  static let defaultScript = ScrollScript.BuiltIn.flick.rawValue
  static let defaultRows = 8
  /// The length of the sample list. It is so long that no script reaches its end.
  static let sampleCount = 10_000

  @OptionGroup var input: ListOptions

  @Option(
    help: .about(
      "\(ScrollScript.BuiltIn.allCases.map(\.rawValue).joined(separator: ", ")), or a file.", "name"),
    completion: Self.scriptNames)
  var script = Self.defaultScript

  @Option(help: .about("The number of visible rows.", "n"))
  var rows = Self.defaultRows

  @Option(help: .about("Photos in the sample list (default: \(Self.sampleCount)).", "n"))
  var count: Int?

  @OptionGroup var options: SessionOptions
  @OptionGroup(title: TransferOptions.title, visibility: .rare) var transfers: TransferOptions
  @OptionGroup(title: TraceOptions.title, visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: SampleOptions.title, visibility: .rare) var sample: SampleOptions
  @OptionGroup var photos: PipelineOptions

  @Flag(help: "Explain what the API and our own code did at each moment.")
  var explain = false

  @Flag(help: .rare("Print the generated script without playing it."))
  var printScript = false

  var samples: String { "photos.jsonl?count=\(count ?? Self.sampleCount)" }
  var outputs: [NamedFile] { traces.outputs }
  var others: [NamedFile] { inputs + [NamedFile("--script", script)] }

  func validate() throws {
    try check("--rows", rows, in: 1...1_000_000)
    try check(count: count, isServed: input.usesSamples)
    try transfers.refuseConflicts(downloads: photos.downloads)
    try sample.refuseConflicts(
      isServed: input.usesSampleServer, transfers, usesSeed: isSeeded)
    if printScript {
      var others = self
      (others.printScript, others.script, others.sample.seed) = (false, Self.defaultScript, nil)
      if !others.hasOnlyDefaults {
        throw ValidationError("--print-script plays nothing: give it alone, or with --script and --seed.")
      }
    }
  }

  /// Whether the script is a built-in one, which the seed varies.
  var isSeeded: Bool { ScrollScript.BuiltIn(rawValue: script) != nil }

  // MARK: The run

  func status() throws -> Int32 {
    let script = try ScrollScript(named: self.script, seed: sample.usedSeed)
    guard printScript else { return try play(script) }
    Terminal.output.write(script.text)
    return ExitStatus.success
  }

  /// Plays the script.
  /// - Returns: The exit status.
  @MainActor
  private func play(_ script: ScrollScript) throws -> Int32 {
    let session = try Session(self)
    let table = try PhotoTable(
      engine: session.engine, source: session.list, settings: photos.tableSettings(transfers))
    defer { table.removeFiles() }
    let player = ScrollPlayer(table)
    let display = ScrollDisplay(
      table, title: "pipeline scroll · \(session.engineName) · \(oneLine(self.script))", options)
    // The whole list is read before scrolling begins, so that every run scrolls through the same rows.
    table.onList = { [unowned session, unowned table] in
      switch table.list {
      case .loading: break
      case .failed: table.finish()
      case .complete, .cut:
        session.meter.start()
        let events = table.photos.isEmpty ? [] : script.events(rows: rows, count: table.photos.count)
        display.began(events)
        player.play(events) { table.engine.reportQueue.async { [table] in table.finish() } }
      }
    }
    var moments: [ScrollMoment: PassedMoment] = [:]
    if explain { table.onMoment = { moments[$0.moment] = $0.added(to: moments[$0.moment]) } }
    return session.run(
      table, display, measuresList: false, interrupt: { player.stop() }, leave: { table.removeFiles() },
      report: { figures in
        if let reason = table.listError.map(describe) {
          let count = table.photos.count
          let place = count > 0 ? "the list broke off after \(counted(count, "photo")): " : ""
          Terminal.error.say("pipeline: \(place)\(reason)\n")
          if !options.outputs.isEmpty {
            let report = ScrollSummary(self, table: table, error: reason, figures: figures)
            Terminal.output.write(json: report, isCompact: options.jsonLines)
          }
          return ExitStatus.noList
        }
        let status = table.isCancelled ? ExitStatus.interrupted : ExitStatus.success
        guard display.hasBegun else {
          Terminal.error.write("pipeline: interrupted before the first scroll, while reading the list\n")
          return status
        }
        let report = ScrollSummary(self, table: table, figures: figures, moments: moments)
        printSummary(report, options) {
          report.text($0, hasWarnings: script.steps.contains(.memoryWarning))
        }
        if options.quiet, !options.json {
          for failure in table.failures where !session.broken.contains(failure.name) {
            Terminal.error.say("pipeline: \(oneLine(failure.name)): \(oneLine(failure.reason))\n")
          }
        }
        return status
      })
  }
}

/// Checks the number of photos in the sample list.
/// - Throws: `ValidationError`.
func check(count: Int?, isServed: Bool) throws {
  try check("--count", count, in: 1...1_000_000)
  if count != nil, !isServed {
    throw ValidationError("--count is for the sample list: give no list, and no --search.")
  }
}

extension PipelineOptions {
  func tableSettings(_ transfers: TransferOptions) -> TableSettings {
    var settings = TableSettings()
    (settings.plan.downloads, settings.plan.filters) = (downloads, filters)
    settings.plan.recipe.limits = DecodeLimits(maxPixels: maxPixels)
    settings.transfers = transfers.configuration(downloads: downloads)
    return settings
  }
}

extension ScrollScript {
  /// Creates a built-in script, or reads one from a file.
  /// - Parameter name: The name of a built-in script, or a path.
  /// - Throws: `InputError`.
  init(named name: String, seed: UInt64) throws {
    if let builtIn = BuiltIn(rawValue: name) {
      self.init(builtIn, seed: seed)
      return
    }
    do {
      try self.init(text: String(contentsOfFile: name, encoding: .utf8))
    } catch let error as ScrollScriptError {
      throw InputError("the script “\(oneLine(name))”, \(error)")
    } catch {
      let names = BuiltIn.allCases.map(\.rawValue).joined(separator: ", ")
      throw InputError(
        "cannot read the script “\(oneLine(name))”: give a file, or one that is built in (\(names))")
    }
  }
}
