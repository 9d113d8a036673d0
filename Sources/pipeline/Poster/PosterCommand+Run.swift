import PhotoLists
import Transport
import Workloads

extension PosterCommand {
  func run() throws { try ExitStatus.exit { try runPoster() } }

  /// - Returns: the exit status.
  private func runPoster() throws -> Int32 {
    let given = try input.source(isQuiet: reporting.display.quiet)
    let output = try OutputFile(out)
    let options = poster.runOptions(seed: sample.seed)
    let session = try Session(engine, traces, sample: usesSampleServer ? sample : nil)
    let samples = session.server.map { "\($0.url)/photos.jsonl?count=\(options.entries)" }
    let source =
      try search.list(sampleServer: session.server?.url) ?? given ?? .url(samples ?? "")
    let run = PosterRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: options.downloads)),
      list: input.reading(source), output: output, options: options)
    let display = PosterDisplay(
      title: session.title("pipeline poster", "\(source)", out: out), run: run,
      lines: reporting.verbose ? reporting.json ? .error : .output : nil,
      live: reporting.display.isLive ? .error : nil, showsPreview: preview)
    run.onSettle = { [meter = session.meter] name, outcome in
      if outcome == .drawn { meter.shown() }
      display.settled(name, outcome)
    }
    run.onLayer = { layers, picture in display.written(layers, picture) }
    return session.run(
      run,
      [display]
        + reporting.display.lines { [unowned run] in
          progressWords(run.tally.done, of: run.wanted, "photos", failed: run.tally.failed)
        }
    ) { [unowned session] figures in
      let summary = RunSummary(
        run, engine: session.engineName, list: "\(source)", out: out, broken: session.broken, figures: figures
      )
      summary.show(
        json: reporting.json, isQuiet: reporting.display.quiet,
        insteadOf: run.tally.done == 0 ? run.error : nil)
      return ExitStatus.of(run, isAsExpected: summary.record.isAsExpected)
    }
  }
}
