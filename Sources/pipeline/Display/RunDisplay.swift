import Base
import Foundation

/// What a user sees while a run goes on: on a terminal, lines that are drawn over themselves; with `--verbose`, a line for
/// every event; else a line every five seconds, for logs and pipes. Each workload has a subclass.
class RunDisplay: @unchecked Sendable {
  // Safe: used only on the main queue, where its timer fires too.
  private let title: String
  private let events: Terminal?
  private let records: Terminal?
  private let writesProgress: Bool
  /// Whether lines are drawn over themselves.
  final let isLive: Bool
  private lazy var live = LiveFrame(.error) { [unowned self] screen in
    [screen.line(title, screen.style.bold)] + lines(screen)
  }
  private var timer: Timer?
  /// Whether the list is typed on the terminal while the run goes on, so that keys have to be shown.
  final var isTyped = false
  /// Called for every key on the live display, on the keyboard's thread.
  final var onKey: (@Sendable (Key) -> Void)?

  /// Seconds between two lines of progress.
  static let lineInterval = 5.0
  /// Seconds between two drawings. They are drawn on the main queue, so that a stall of it is visible.
  private static let drawingInterval = 0.1

  /// - Parameters:
  ///   - title: the first line of the live display.
  ///   - events: gets a line for every event, in place of progress; nil for nothing.
  ///   - records: gets a line of JSON for each entry that is done with.
  init(title: String, isQuiet: Bool, events: Terminal? = nil, records: Terminal? = nil) {
    (self.title, self.events, self.records) = (title, events, records)
    let showsProgress = !isQuiet && events == nil
    isLive = showsProgress && Terminal.error.isInteractive
    writesProgress = showsProgress && !isLive
  }

  /// The run's progress in a line; empty where there is nothing to say.
  var progress: String { "" }

  /// The lines of the live display below its title.
  func lines(_ screen: Screen) -> [Line] { [] }

  /// Lines that stay when the live display is taken away.
  func remains(_ screen: Screen) -> [Line] { [] }

  /// Whether every event is shown.
  final var showsEvents: Bool { isLive || events != nil }

  final func start() {
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
    // With `timeInterval:` alone, the first comes at once in swift-corelibs-foundation.
    let timer = Timer(fire: Date() + interval, interval: interval, repeats: true) { [weak self] _ in
      self?.update()
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

  /// Reports an entry that is done with.
  final func record(_ entry: EntryRecord) { records?.write(json: entry) }
}

/// The outcome of a photo or file, as a line of JSON.
struct EntryRecord: Encodable {
  /// In the list, from 1.
  let position: Int
  let name: String
  let url: String
  var state = "cancelled"
  var file: String?
  var bytes: Int?
  var resumedFrom: Int?
  var reason: String?

  /// - Parameter url: shown without a password in it.
  init(position: Int, name: String, url: String) {
    (self.position, self.name, self.url) = (position, name, Printable.withoutPassword(url))
  }
}

/// As in “12 of 53 photos, 1 failed”; nothing before the first of a list that is still read.
/// - Parameter isListed: whether any entry of the list has come.
func progressWords(
  _ done: Int, of total: Int?, _ what: String, failed: Int, isListed: Bool = true
) -> String {
  if !isListed, total == nil { return "waiting for the list" }
  return done == 0 && total == nil
    ? ""
    : "\(done)" + (total.map { " of \($0)" } ?? "") + " \(what)" + (failed > 0 ? ", \(failed) failed" : "")
}
