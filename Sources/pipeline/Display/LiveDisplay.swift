import Foundation
import Workloads

/// The live display: a progress bar, what the engine is doing, and the photos under way, drawn over itself.
///
/// It is drawn on the main queue, ten times a second, so that a stalled main queue shows as what it is.
final class LiveDisplay: PhotoDisplay, @unchecked Sendable {
  // Safe: used on the main queue only, where its timer fires too.
  private let terminal: Terminal
  private let style: Style
  private let title: String
  private let run: PhotoRun
  private let rate = Rate()
  private var rows: [Int: Photo] = [:]
  private var recent: [(photo: Photo, outcome: PhotoOutcome)] = []
  /// What stands on the terminal now, in columns for each line.
  private var drawn: [Int] = []
  private var timer: Timer?

  init(_ terminal: Terminal, title: String, run: PhotoRun) {
    self.terminal = terminal
    self.title = title
    self.run = run
    style = Style(usesColor: terminal.usesColor)
  }

  func start() {
    terminal.write(hideCursor)
    let timer = Timer(timeInterval: 0.1, repeats: true) { [weak self] _ in self?.draw() }
    RunLoop.main.add(timer, forMode: .default)
    self.timer = timer
    draw()
  }

  func changed(_ photo: Photo) { rows[photo.number] = photo }

  func settled(_ photo: Photo, _ outcome: PhotoOutcome) {
    rows[photo.number] = nil
    guard outcome != .skipped else { return }
    recent.append((photo, outcome))
    if recent.count > 8 { recent.removeFirst() }
  }

  func stop() {
    timer?.invalidate()
    terminal.write(erase(columns: terminal.size.columns) + showCursor)
  }

  // MARK: Drawing

  private func draw() {
    let size = terminal.size
    let lines = Array(frame(width: max(20, size.columns - 1)).prefix(max(3, size.rows - 1)))
    // One write, so that no half-drawn frame is seen.
    terminal.write(erase(columns: size.columns) + lines.map { $0.text + "\n" }.joined())
    drawn = lines.map(\.columns)
  }

  /// Goes back to where the last frame began. A narrower window has wrapped its lines since: they are counted as the
  /// rows that they take now.
  private func erase(columns: Int) -> String {
    let rows = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    return rows == 0 ? "" : "\u{1B}[\(rows)A\r\u{1B}[J"
  }

  private func frame(width: Int) -> [Line] {
    let tally = run.tally
    rate.note(done: tally.settled, bytes: tally.bytes)
    var lines = [Line(fitted(title, to: width), style.bold)]
    lines.append(bar(tally, width: width))
    lines.append(Line(fitted(queues(), to: width), style.dim))
    let active = rows.values.sorted { $0.number < $1.number }.prefix(8)
    lines += active.map { row($0, width: width) }
    lines += recent.suffix(max(0, 10 - active.count)).reversed().map {
      settledRow($0.photo, $0.outcome, width: width)
    }
    return lines
  }

  private func bar(_ tally: PhotoTally, width: Int) -> Line {
    let total = run.total
    var facts = " \(tally.settled)/\(total.map(String.init) ?? "\(tally.listed)+")"
    if let photos = rate.photosPerSecond, let bytes = rate.bytesPerSecond {
      facts += String(format: "  %.1f photos/s  ", photos) + bytesInWords(Int(bytes)) + "/s"
      if let total, photos > 0 { facts += "  \(secondsInWords(Double(total - tally.settled) / photos)) left" }
    }
    facts += tally.failed > 0 ? "  \(tally.failed) failed" : ""
    let room = max(10, min(40, width - facts.count))
    let share = Double(tally.settled) / Double(max(1, total ?? max(tally.listed, tally.settled + 1)))
    let full = Int((share * Double(room)).rounded(.down))
    let text = String(repeating: "█", count: full) + String(repeating: "░", count: room - full)
    return Line(fitted(text + facts, to: width), style.cyan)
  }

  private func queues() -> String {
    [run.pipeline.downloads, run.pipeline.filters].map { queue in
      let counts = queue.counts
      let suspended = queue.isSuspended ? " suspended" : ""
      return
        "\(queue.name): \(counts.waiting + counts.ready) waiting \(counts.running)/\(queue.width) running\(suspended)"
    }.joined(separator: "   ")
  }

  private func row(_ photo: Photo, width: Int) -> Line {
    switch photo.state {
    case .new: Line("· ", photo.name, "waiting", width, style.dim)
    case .downloading: Line("↓ ", photo.name, "downloading", width, style.yellow)
    case .downloaded: Line("▫ ", photo.name, "downloaded", width, style.yellow)
    case .filtering: Line("◐ ", photo.name, "filtering", width, style.cyan)
    case .filtered: Line("✓ ", photo.name, "filtered", width, style.green)
    case .failed(let reason): Line("✗ ", photo.name, reason, width, style.red)
    }
  }

  private func settledRow(_ photo: Photo, _ outcome: PhotoOutcome, width: Int) -> Line {
    switch outcome {
    case .filtered, .skipped: Line("✓ ", photo.name, "filtered", width, style.green)
    case .failed(let reason): Line("✗ ", photo.name, reason, width, style.red)
    case .cancelled: Line("– ", photo.name, "cancelled", width, style.dim)
    }
  }
}

private let hideCursor = "\u{1B}[?25l"
let showCursor = "\u{1B}[?25h"

/// A line of the display, and the columns that it takes.
private struct Line {
  let text: String
  let columns: Int

  init(_ text: String, _ paint: (String) -> String) {
    self.text = paint(text)
    columns = pipeline.columns(text)
  }

  /// A sign, a name, and what is to be said of it.
  init(_ sign: String, _ name: String, _ note: String, _ width: Int, _ paint: (String) -> String) {
    let nameWidth = min(36, width / 2)
    self.init(fitted(sign + fitted(name, to: nameWidth) + "  " + note, to: width), paint)
  }
}

/// How fast it goes: over the last seconds, not since the start, so that it tells of now.
private final class Rate {
  private var samples: [(time: Double, done: Int, bytes: Int)] = []

  func note(done: Int, bytes: Int) {
    let now = ProcessInfo.processInfo.systemUptime
    samples.append((now, done, bytes))
    samples.removeAll { $0.time < now - 5 }
  }

  private var span: (seconds: Double, done: Int, bytes: Int)? {
    guard let first = samples.first, let last = samples.last, last.time - first.time > 0.25 else {
      return nil
    }
    return (last.time - first.time, last.done - first.done, last.bytes - first.bytes)
  }

  var photosPerSecond: Double? { span.map { Double($0.done) / $0.seconds } }
  var bytesPerSecond: Double? { span.map { Double($0.bytes) / $0.seconds } }
}
