import Foundation

/// How far a run has come, in one line: drawn over itself on a terminal that can, else written now and then, for logs and
/// pipes.
final class ProgressDisplay: RunDisplay, @unchecked Sendable {
  // Safe: used on the main queue only, where its timer fires too.
  private let terminal: Terminal
  private let words: () -> String
  private var live: LiveFrame?
  private var timer: Timer?

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
      let timer = Timer(timeInterval: Self.interval, repeats: true) { [weak self] _ in self?.write() }
      RunLoop.main.add(timer, forMode: .default)
      self.timer = timer
    }
  }

  /// Writes a line, where there is something to say; for the timer and for tests.
  func write() {
    let line = oneLine(words())
    if !line.isEmpty { terminal.write(line + "\n") }
  }

  func stop() {
    timer?.invalidate()
    live?.stop()
  }
}

/// As in “12 of 53 photos, 1 failed”; nothing before the first of a list that is still read.
func progressWords(_ done: Int, of total: Int?, _ what: String, failed: Int) -> String {
  done == 0 && total == nil
    ? ""
    : "\(done)" + (total.map { " of \($0)" } ?? "") + " \(what)" + (failed > 0 ? ", \(failed) failed" : "")
}
