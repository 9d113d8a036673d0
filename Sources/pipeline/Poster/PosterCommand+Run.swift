import Imaging
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
    let title = session.title("pipeline poster", "\(source)", out: out)
    var latest: Picture?
    func pictures(_ screen: Screen) -> [Line] {
      latest.map { previewLines(of: $0, columns: screen.width, rows: max(4, screen.height - 7)) } ?? []
    }
    let display = RunDisplay(
      isQuiet: reporting.display.quiet, events: reporting.display.events(json: reporting.json),
      progress: { [unowned run] in
        progressWords(run.tally.done, of: run.wanted, "photos", failed: run.tally.failed)
      }, screen: { [unowned run] screen in lines(of: run, title: title, on: screen) + pictures(screen) })
    display.remains = pictures
    run.onSettle = { [meter = session.meter] name, outcome in
      if outcome == .drawn { meter.shown() }
      display.say("\(name): \(outcome.words)")
    }
    run.onLayer = { [isShown = preview && display.isLive] layers, picture in
      // Small enough to be drawn ten times a second.
      if isShown { latest = try? picture.scaled(toFit: Box(square: 400)) }
      display.say("layer \(layers) written")
    }
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, list: "\(source)", out: out, figures: figures)
      summary.show(
        json: reporting.json, isQuiet: reporting.display.quiet,
        insteadOf: run.tally.done == 0 ? run.error : nil)
      return ExitStatus.of(run, isAsExpected: summary.record.isAsExpected)
    }
  }

  private func lines(of run: PosterRun, title: String, on screen: Screen) -> [Line] {
    let tally = run.tally
    let wanted = run.wanted ?? 0
    var facts =
      " \(tally.done)/\(counted(wanted, "photo")), \(run.layersWritten)/\(counted(run.layers, "layer"))"
    if tally.failed > 0 { facts += ", \(tally.failed) failed" }
    return [
      screen.line(title, screen.style.bold),
      screen.bar(Double(tally.done) / Double(max(1, wanted)), facts),
    ] + screen.lines(of: [run.downloads, run.scalings, run.drawings, run.writing])
  }
}

extension PosterOutcome {
  fileprivate var words: String {
    switch self {
    case .drawn: "drawn"
    case .failed(let reason): "failed: \(reason)"
    case .cancelled: "cancelled"
    }
  }
}
