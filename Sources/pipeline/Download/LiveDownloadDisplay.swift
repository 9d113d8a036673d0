import Workloads

/// The live display of a batch: a progress bar with count, bytes, speed and time left, and the files in progress.
final class LiveDownloadDisplay: DownloadDisplay {
  private let style: Style
  private let title: String
  private let run: DownloadRun
  private let rate = Rate()
  private var recent: [DownloadFile] = []
  private var live: LiveFrame?

  init(_ terminal: Terminal, title: String, run: DownloadRun) {
    self.title = title
    self.run = run
    style = Style(usesColor: terminal.usesColor)
    live = LiveFrame(terminal) { [unowned self] width in frame(width: width) }
  }

  func start() { live?.start() }
  func started(_ file: DownloadFile) {}
  func stop() { live?.stop() }

  func settled(_ file: DownloadFile) {
    if case .kept = file.state { return }
    recent.append(file)
    if recent.count > 8 { recent.removeFirst() }
  }

  private func frame(width: Int) -> [Line] {
    let active = run.inProgress.values.filter { $0.state == .downloading }.sorted {
      $0.position < $1.position
    }
    var lines = [Line(fitted(title, to: width), style.bold), bar(active, width)]
    lines += active.prefix(16).map { file in
      let progress = file.progress
      let total = progress.total.map { " of \(bytesInWords($0))  \(Int(progress.share * 100)) %" } ?? ""
      return row("↓", file, "\(bytesInWords(progress.received))\(total)", width, style.yellow)
    }
    lines += recent.suffix(max(0, 10 - active.count)).reversed().map { settledRow($0, width) }
    return lines
  }

  private func bar(_ active: [DownloadFile], _ width: Int) -> Line {
    let tally = run.tally
    let inFlight = active.reduce(0) { $0 + $1.progress.share }
    // Files that were there already say nothing about the speed.
    rate.note(done: Double(tally.settled - tally.skipped) + inFlight, bytes: run.bytesReceived)
    let total = run.total
    let done = Double(tally.settled) + inFlight
    var facts = " \(tally.settled)" + (total.map { "/\($0)" } ?? " done")
    facts += "  \(bytesInWords(run.bytesReceived))"
    if let bytes = rate.bytesPerSecond { facts += "  \(bytesInWords(Int(bytes)))/s" }
    if let total, let speed = rate.donePerSecond, speed > 0 {
      facts += "  \(secondsInWords((Double(total) - done) / speed)) left"
    }
    facts += tally.failed > 0 ? "  \(tally.failed) failed" : ""
    return Line(
      bar: total.map { done / Double(max(1, $0)) }, facts, width, style.cyan)
  }

  private func settledRow(_ file: DownloadFile, _ width: Int) -> Line {
    switch file.state {
    case .saved(let saved): row("✓", file, "\(saved.file)  \(bytesInWords(saved.bytes))", width, style.green)
    case .kept(let name): row("✓", file, name, width, style.green)
    case .failed(let reason): row("✗", file, reason, width, style.red)
    case .new, .downloading: row("–", file, "cancelled", width, style.dim)
    }
  }

  private func row(
    _ sign: String, _ file: DownloadFile, _ note: String, _ width: Int, _ paint: (String) -> String
  ) -> Line {
    Line("\(sign) ", "\(file.position) \(file.name)", note, width, paint)
  }
}
