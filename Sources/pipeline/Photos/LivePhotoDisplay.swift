import Foundation
import Workloads

/// The live display of the main job: a progress bar, what the engine is doing, and the photos in progress.
final class LivePhotoDisplay: PhotoDisplay, @unchecked Sendable {
  // Safe: used on the main queue only.
  private let style: Style
  private let title: String
  private let run: PhotoRun
  private let rate = Rate()
  private var rows: [Int: Photo] = [:]
  private var recent: [(photo: Photo, outcome: PhotoOutcome)] = []
  private var live: LiveFrame?

  init(_ terminal: Terminal, title: String, run: PhotoRun) {
    self.title = title
    self.run = run
    style = Style(usesColor: terminal.usesColor)
    live = LiveFrame(terminal) { [unowned self] width in frame(width: width) }
  }

  func start() { live?.start() }

  func changed(_ photo: Photo) { rows[photo.number] = photo }

  func settled(_ photo: Photo, _ outcome: PhotoOutcome) {
    rows[photo.number] = nil
    guard outcome != .skipped else { return }
    recent.append((photo, outcome))
    if recent.count > 8 { recent.removeFirst() }
  }

  func stop() { live?.stop() }

  // MARK: Drawing

  private func frame(width: Int) -> [Line] {
    let tally = run.tally
    rate.note(done: Double(tally.settled), bytes: run.bytes.received)
    var lines = [Line(fitted(title, to: width), style.bold), bar(tally, width: width)]
    lines += Line.lines(of: [run.pipeline.downloads, run.pipeline.filters], width, style.dim)
    let active = rows.values.sorted { $0.number < $1.number }.prefix(8)
    lines += active.map { Line($0, width, style) }
    lines += recent.suffix(max(0, 10 - active.count)).reversed().map {
      settledRow($0.photo, $0.outcome, width: width)
    }
    return lines
  }

  private func bar(_ tally: RunTally, width: Int) -> Line {
    let total = run.total
    var facts = " \(tally.settled)" + (total.map { "/\($0)" } ?? " done")
    if let photos = rate.donePerSecond, let bytes = rate.bytesPerSecond {
      facts += String(format: "  %.1f photos/s  ", photos) + bytesInWords(Int(bytes)) + "/s"
      if let total, photos > 0 { facts += "  \(secondsInWords(Double(total - tally.settled) / photos)) left" }
    }
    facts += tally.failed > 0 ? "  \(tally.failed) failed" : ""
    return Line(bar: total.map { Double(tally.settled) / Double(max(1, $0)) }, facts, width, style.cyan)
  }

  private func settledRow(_ photo: Photo, _ outcome: PhotoOutcome, width: Int) -> Line {
    switch outcome {
    case .filtered, .skipped: Line("✓ ", photo.name, "filtered", width, style.green)
    case .failed(let reason): Line("✗ ", photo.name, reason, width, style.red)
    case .cancelled: Line("– ", photo.name, "cancelled", width, style.dim)
    }
  }
}
