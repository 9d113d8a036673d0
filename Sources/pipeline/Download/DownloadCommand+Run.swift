import PhotoLists
import Transport
import Workloads

extension DownloadCommand {
  func run() throws { try ExitStatus.exit { try runDownload() } }

  /// - Returns: the exit status.
  private func runDownload() throws -> Int32 {
    let given = try input.source(isQuiet: display.quiet)
    try files.check()
    let session = try Session(engine, traces, sample: usesSampleServer ? sample : nil)
    let samples = session.server.map { "\($0.url)/photos.plist" }
    let source =
      try search.list(sampleServer: session.server?.url) ?? given ?? .url(samples ?? "")
    var options = downloadOptions
    options.ownServer = session.server?.url
    options.shard = try part.part()
    let list = input.reading(source)
    let transport = Transport(transfers.configuration(downloads: downloads))
    if files.dryRun {
      defer { session.server?.stop() }
      var dry = DryRun(
        source: list, transport: transport, out: out, ending: ".*", replaces: force, part: options.part)
      return try dry.show(on: .output, isQuiet: display.quiet)
    }
    let run = DownloadRun(
      engine: session.engine, transport: transport, list: list, output: try OutputFolder(out),
      options: options)
    let batch = DownloadDisplay(run, title: session.title("pipeline download", "\(source)", out: out))
    let display = RunDisplay(
      isQuiet: self.display.quiet, events: self.display.events(json: json), records: json ? .output : nil,
      progress: { batch.progress }, screen: batch.lines)
    if display.showsEvents { run.onStart = { file in batch.started(file, on: display) } }
    run.onSettle = { [meter = session.meter] file in
      if case .saved = file.state { meter.shown() }
      batch.settled(file, on: display)
    }
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, out: out, figures: figures)
      // With --json, standard output is for the files.
      summary.show(
        json: false, isQuiet: self.display.quiet, on: json ? .error : .output,
        insteadOf: run.tally.done + run.tally.failed == 0 ? run.error : nil)
      if json, summary.record.part != nil, let line = try? summaryJSON(summary.record, pretty: false) {
        Terminal.output.write(line + "\n")
      }
      return files.write(run.failures, status: ExitStatus.of(run, isAsExpected: summary.record.isAsExpected))
    }
  }
}
