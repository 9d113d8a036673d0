import Measurement
import PhotoLists
import Transport
import Workloads

extension PosterCommand {
  func status() throws -> Int32 {
    let given = try input.source(isQuiet: reporting.display.quiet)
    let output = try OutputFile(out)
    let options = poster.runOptions(seed: sample.seed)
    let session = try Session(engine, traces, sample: usesSampleServer ? sample : nil)
    let source =
      try search.list(sampleServer: session.server?.url) ?? given
      ?? session.samples("photos.jsonl?count=\(options.entries)")
    let run = PosterRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: options.downloads)),
      list: input.reading(source), output: output, options: options)
    let display = PosterDisplay(
      run, title: session.title("pipeline poster", "\(source)", out: out), reporting, preview: preview)
    run.onSettle = { [meter = session.meter] name, outcome in
      if outcome == .drawn { meter.shown() }
      display.settled(name, outcome)
    }
    run.onLayer = display.wrote
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, list: "\(source)", out: out, figures: figures)
      summary.show(
        json: reporting.json, isQuiet: reporting.display.quiet,
        insteadOf: run.tally.done == 0 ? run.error : nil)
      return ExitStatus.of(run, isAsExpected: summary.record.isAsExpected)
    }
  }
}

extension RunSummary {
  /// The summary of a poster.
  fileprivate init(_ run: PosterRun, _ session: Session, list: String, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, bytes: (run.bytes.received, run.bytes.wasted), figures: figures)
    let (drawn, wanted) = (run.tally.done, run.wanted ?? 0)
    record.list = list
    record.wanted = wanted
    record.drawn = drawn
    record.layers = run.layersWritten
    let photos = counted(wanted, "photo")
    let others = record.failed.count == 1 ? "other failed" : "others failed"
    self.init(
      record, isEmpty: wanted == 0, drawn == wanted ? "\(photos) drawn" : "\(drawn) of \(photos) drawn",
      failed: drawn == wanted ? others : "failed",
      place: run.layersWritten > 0
        ? "\(out) (\(counted(run.layersWritten, "layer")))" : "nothing was written")
  }
}
