import Base
import Foundation
import Transport
import Workloads

/// The progress display of a run: lines redrawn in place on a terminal, a line per event with `--verbose`, or otherwise
/// a line every five seconds, for logs and pipes. Each workload has a subclass.
@MainActor
class RunDisplay {
  private let anyRun: Run
  private let title: String
  private let events: Terminal?
  private let records: Terminal?
  private let noun: String
  private let done: String
  private let writesProgress: Bool
  /// Whether lines are redrawn in place.
  final let isLive: Bool
  private lazy var live = LiveFrame(.error) { [unowned self] screen in
    [screen.line(title, screen.style.bold)] + lines(screen)
  }
  private var timer: Timer?
  /// Called on the keyboard's thread for every key, while the display is live.
  final var onKey: (@Sendable (Key) -> Void)?

  /// The interval between two lines of progress, in seconds.
  nonisolated static let lineInterval = 5.0
  /// The interval between two drawings, in seconds. The main queue draws, so that its stalls are visible.
  private static let drawingInterval = 0.1

  /// Chooses between a live display, lines of progress, and events.
  /// - Parameters:
  ///   - title: The first line of the live display.
  ///   - noun: The noun for an entry, such as “photo”.
  ///   - done: The state of an entry that is done, such as “filtered”.
  ///   - hasProgress: Whether the run takes so long that its progress is of interest.
  init(
    _ run: Run, title: String, _ options: SessionOptions, noun: String = "photo", done: String,
    hasProgress: Bool = true
  ) {
    (anyRun, self.title, self.noun, self.done) = (run, title, noun, done)
    events = options.events
    records = options.jsonLines ? .output : nil
    let showsProgress = hasProgress && !options.quiet && events == nil
    isLive = showsProgress && Terminal.error.isInteractive
    writesProgress = showsProgress && !isLive
  }

  /// The run's progress on one line, or an empty string if the length of the list is unknown and no entry is done yet.
  var progress: String {
    let (tally, total) = (anyRun.tally, anyRun.total)
    if tally.listed == 0, total == nil { return anyRun.startNote }
    return progressWords(doneCount, of: total, noun + "s", failed: tally.failed)
  }

  /// The number of entries that count as progress.
  var doneCount: Int { anyRun.tally.settled }

  /// Returns the lines of the live display below its title.
  func lines(_ screen: Screen) -> [Line] { [] }

  /// Returns the lines that stay on the terminal after the live display has been removed.
  func remains(_ screen: Screen) -> [Line] { [] }

  /// Whether every event is shown.
  final var showsEvents: Bool { isLive || events != nil }

  /// - Parameter isTyped: Whether the list is being typed on the terminal during the run, so that typed keys have to be
  ///   echoed.
  final func start(isTyped: Bool) {
    if isLive, !isTyped {
      if let onKey, RawTerminal.enter(givesKeys: true) {
        Keyboard.listen(onKey)
      } else {
        RawTerminal.enter(givesKeys: false)
      }
    }
    guard isLive || writesProgress else { return }
    if isLive { live.start() }
    let interval = isLive ? Self.drawingInterval : Self.lineInterval
    // With `timeInterval:` alone, the timer first fires immediately in swift-corelibs-foundation.
    let timer = Timer(fire: Date() + interval, interval: interval, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.update() }
    }
    RunLoop.main.add(timer, forMode: .default)
    self.timer = timer
  }

  private func update() {
    if isLive { return live.draw() }
    let line = oneLine(progress)
    if !line.isEmpty { Terminal.error.write(line + "\n") }
  }

  final func draw() { if isLive { live.draw() } }

  final func stop() {
    timer?.invalidate()
    if isLive { live.stop(leaving: remains) }
    RawTerminal.restore()
  }

  final func say(_ event: @autoclosure () -> String) { events?.write(oneLine(event()) + "\n") }

  /// Shows that the state or the image of a photo has changed.
  func changed(_ photo: Photo) {}

  /// Shows the outcome of an entry, and writes its line of JSON.
  func settled(_ outcome: Outcome) { records?.write(json: OutcomeJSON(outcome, done: done)) }
}

/// The outcome of an entry, as a line of JSON.
private struct OutcomeJSON: Encodable {
  let kind = "entry"
  let position: Int
  let name: String
  let url: String
  let state: String
  var file: String?
  var bytes: Int?
  var resumedFrom: Int?
  var reason: String?

  init(_ outcome: Outcome, done: String) {
    (position, name, url) = (outcome.position, outcome.name, URLPassword.removed(from: outcome.url))
    switch outcome.kind {
    case .done: (state, file) = (done, outcome.file)
    case .skipped: (state, file) = ("kept", outcome.file)
    case .failed: (state, reason) = ("failed", outcome.reason)
    case .cancelled: state = "cancelled"
    }
    (bytes, resumedFrom) = (outcome.bytes, outcome.resumedFrom)
  }
}

/// Returns a progress line such as “12 of 53 photos, 1 failed”. The line is empty if the length of the list is
/// unknown and no entry is done yet.
func progressWords(_ done: Int, of total: Int?, _ what: String, failed: Int) -> String {
  done == 0 && total == nil
    ? ""
    : "\(done)" + (total.map { " of \($0)" } ?? "") + " \(what)" + (failed > 0 ? ", \(failed) failed" : "")
}
