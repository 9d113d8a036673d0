import Measurement
import PhotoLists
import Transport
import Workloads

extension DownloadCommand {
  func status() throws -> Int32 {
    let given = try input.source(isQuiet: display.quiet)
    try files.check()
    let session = try Session(engine, traces, sample: usesSampleServer ? sample : nil)
    let source =
      try search.list(sampleServer: session.server?.url) ?? given ?? session.samples("photos.plist")
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
    let display = DownloadDisplay(
      run, title: session.title("pipeline download", "\(source)", out: out), self.display, json: json)
    if display.showsEvents { run.onStart = display.started }
    run.onSettle = { [meter = session.meter] file in
      if case .saved = file.state { meter.shown() }
      display.settled(file)
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

extension RunSummary {
  /// The summary of a batch; its record is the last line of a part.
  fileprivate init(_ run: DownloadRun, _ session: Session, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, isNumbered: true, bytes: (run.bytesReceived, nil), figures: figures)
    let tally = run.tally
    record.part = ListPlace(run.part)
    record.listed = tally.listed
    record.saved = tally.done
    record.skipped = tally.skipped
    self.init(
      record, isEmpty: tally.listed == 0,
      "\(counted(tally.done, "file")) saved" + (tally.replaced > 0 ? " (\(tally.replaced) had changed)" : "")
        + (run.resumed > 0 ? " (\(run.resumed) resumed)" : ""))
    allFailures = "with --json or --failures"
    if record.interrupted {
      let rest = run.total == tally.listed ? "" : "The list was not read to its end. "
      notes.append("\(rest)The same command continues from here.")
    }
    if tally.skipped > 0, record.error == nil {
      notes.append("Existing files were kept; use --force to fetch them again.")
    }
  }
}
