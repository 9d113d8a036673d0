import PhotoLists
import Transport
import Workloads

extension DownloadCommand {
  func run() throws { try ExitStatus.exit { try runDownload() } }

  /// - Returns: the exit status.
  private func runDownload() throws -> Int32 {
    let given = try input.source()
    let output = try OutputFolder(out)
    let session = try Session(engine, traces, sample: usesSampleServer ? sample : nil)
    let samples = session.server.map { "\($0.url)/photos.plist" }
    let source =
      try search.list(sampleServer: session.server?.url) ?? given ?? .url(samples ?? "")
    var options = downloadOptions
    options.ownServer = session.server?.url
    options.shard = try part.part()
    let run = DownloadRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)),
      list: source, output: output, options: options)
    let displays = displays(of: run, title: session.title("pipeline download", "\(source)", out: out))
    run.onStart = { file in for display in displays { display.started(file) } }
    run.onSettle = { [meter = session.meter] file in
      if case .saved = file.state { meter.shown() }
      for display in displays { display.settled(file) }
    }
    return session.run(run, displays) { [unowned session] figures in
      let summary = DownloadSummary(
        engine: session.engineName, out: out, run: run, broken: session.broken, figures: figures)
      if let error = run.error, run.tally.listed == 0 {
        report(error)
      } else {
        // Standard output is for the files.
        let terminal = json ? Terminal.error : .output
        terminal.write(summary.text(Style(usesColor: terminal.usesColor)))
      }
      let part = DownloadPart(engine: session.engineName, out: out, run: run, figures: figures)
      if json, let part, let line = try? summaryJSON(part, pretty: false) {
        Terminal.output.write(line + "\n")
      }
      return ExitStatus.of(run, isAsExpected: summary.isAsExpected)
    }
  }

  private func displays(of run: DownloadRun, title: String) -> [any DownloadDisplay] {
    let files: [any DownloadDisplay] = json ? [JSONDownloadDisplay(.output)] : []
    if verbose { return files + [LineDownloadDisplay(json ? .error : .output)] }
    return files + (Terminal.error.isInteractive ? [LiveDownloadDisplay(.error, title: title, run: run)] : [])
  }
}
