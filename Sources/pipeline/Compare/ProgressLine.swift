import Base
import Foundation

/// A line that shows the progress of a comparison. It is redrawn in place on a terminal, or written every five seconds
/// elsewhere.
final class ProgressLine: @unchecked Sendable {
  // Safe: only `init` and `deinit` use `timer`.
  /// The current step, with its start in monotonic nanoseconds.
  private let step = Locked<(text: String, began: UInt64)?>(nil)
  private let timer = DispatchSource.makeTimerSource()
  /// Writes the line, or removes it if it is nil.
  private let write: @Sendable (_ line: String?) -> Void
  private let isDrawn: Bool

  /// Creates a line that isn't shown until its first step begins.
  /// - Parameter isDrawn: Whether a line is drawn as soon as its step begins, and removed at the end.
  init(isDrawn: Bool, interval: TimeInterval, write: @escaping @Sendable (_ line: String?) -> Void) {
    (self.isDrawn, self.write) = (isDrawn, write)
    timer.setEventHandler { [weak self] in self?.repeatLine() }
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.resume()
  }

  convenience init(_ terminal: Terminal) {
    guard terminal.isInteractive else {
      self.init(isDrawn: false, interval: RunDisplay.lineInterval) { line in
        if let line { terminal.write(oneLine(line) + "\n") }
      }
      return
    }
    self.init(isDrawn: true, interval: 1) { line in
      terminal.write("\r\u{1B}[K" + cut(line ?? "", to: terminal.size.columns - 1))
    }
  }

  deinit { timer.cancel() }

  /// Begins a step.
  func show(_ text: String) {
    step.withLock { step in
      step = (text, monotonicNanoseconds())
      if isDrawn { write(text) }
    }
  }

  /// Ends the current step and removes the line.
  func clear() {
    step.withLock { step in
      if step != nil, isDrawn { write(nil) }
      step = nil
    }
  }

  /// Writes the line again. The lock is held while writing, so that no line appears after its step has ended.
  private func repeatLine() {
    step.withLock { step in
      guard let (text, began) = step else { return }
      let seconds = (monotonicNanoseconds() - began) / 1_000_000_000
      write(seconds > 0 ? "\(text) · for \(seconds) s" : text)
    }
  }
}
