import Foundation

/// How far a run has come, in one line: drawn over itself on a terminal that can, else written now and then, for logs and
/// pipes.
final class ProgressDisplay: RunDisplay, @unchecked Sendable {
  // Safe: used on the main queue only, where its timer fires too.
  private let terminal: Terminal
  private let words: () -> String
  private var live: LiveFrame?
  private var timer: Timer?
  private var last = ""

  /// In seconds.
  private static let interval = 5.0

  init(_ terminal: Terminal, words: @escaping () -> String) {
    self.terminal = terminal
    self.words = words
  }

  func start() {
    if terminal.isInteractive {
      let live = LiveFrame(terminal) { [words] width in [Line(fitted(words(), to: width)) { $0 }] }
      live.start()
      self.live = live
    } else {
      last = words()
      let timer = Timer(timeInterval: Self.interval, repeats: true) { [weak self] _ in self?.write() }
      RunLoop.main.add(timer, forMode: .default)
      self.timer = timer
    }
  }

  /// Writes a line, if there is something new; for the timer and for tests.
  func write() {
    let new = words()
    if new != last { terminal.write(oneLine(new) + "\n") }
    last = new
  }

  func stop() {
    timer?.invalidate()
    live?.stop()
  }
}

/// As in “12 of 53 photos, 1 failed”.
func progressWords(_ done: Int, of total: Int?, _ what: String, failed: Int) -> String {
  "\(done)" + (total.map { " of \($0)" } ?? "") + " \(what)" + (failed > 0 ? ", \(failed) failed" : "")
}
