import Foundation

/// What a user sees while a run goes on: on a terminal, lines that are drawn over themselves; with `--verbose`, a line for
/// every event; else a line every five seconds, for logs and pipes.
final class RunDisplay: @unchecked Sendable {
  // Safe: used only on the main queue, where its timer fires too.
  private let events: Terminal?
  private let records: Terminal?
  private let live: LiveFrame?
  private let progress: (() -> String)?
  private var timer: Timer?
  /// Lines that stay when the live display is taken away.
  var remains: (Screen) -> [Line] = { _ in [] }
  /// Called for every key on the live display, on the keyboard's thread.
  var onKey: (@Sendable (Key) -> Void)?

  /// In seconds.
  private static let interval = 5.0

  /// - Parameters:
  ///   - events: what gets a line for every event, in place of progress; nil for nothing.
  ///   - records: what gets a line of JSON for each entry that is done with.
  ///   - progress: how far the run has come, in a line; empty where there is nothing to say.
  ///   - screen: the lines of the live display.
  init(
    isQuiet: Bool, events: Terminal? = nil, records: Terminal? = nil, progress: @escaping () -> String,
    screen: @escaping (Screen) -> [Line]
  ) {
    (self.events, self.records) = (events, records)
    let showsProgress = !isQuiet && events == nil
    let isLive = showsProgress && Terminal.error.isInteractive
    live = isLive ? LiveFrame(.error, lines: screen) : nil
    self.progress = showsProgress && !isLive ? progress : nil
  }

  var isLive: Bool { live != nil }
  /// Whether every event is shown.
  var showsEvents: Bool { isLive || events != nil }

  func start() {
    if isLive, let onKey, RawTerminal.enter() { Keyboard.listen(onKey) }
    live?.start()
    guard progress != nil else { return }
    let timer = Timer(timeInterval: Self.interval, repeats: true) { [weak self] _ in self?.writeProgress() }
    RunLoop.main.add(timer, forMode: .default)
    self.timer = timer
  }

  private func writeProgress() {
    let line = oneLine(progress?() ?? "")
    if !line.isEmpty { Terminal.error.write(line + "\n") }
  }

  func draw() { live?.draw() }

  func stop() {
    timer?.invalidate()
    live?.stop(leaving: remains)
    RawTerminal.restore()
  }

  func say(_ event: @autoclosure () -> String) { events?.write(oneLine(event()) + "\n") }

  /// Reports an entry that is done with.
  func record(_ entry: @autoclosure () -> EntryRecord) {
    guard let records, let line = try? summaryJSON(entry(), pretty: false) else { return }
    records.write(line + "\n")
  }
}

/// What became of a photo or file, as a line of JSON.
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
}

/// As in “12 of 53 photos, 1 failed”; nothing before the first of a list that is still read.
func progressWords(_ done: Int, of total: Int?, _ what: String, failed: Int) -> String {
  done == 0 && total == nil
    ? ""
    : "\(done)" + (total.map { " of \($0)" } ?? "") + " \(what)" + (failed > 0 ? ", \(failed) failed" : "")
}
