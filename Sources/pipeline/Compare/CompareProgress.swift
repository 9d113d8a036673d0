import Base
import Engine
import Foundation

/// A line on the terminal that says how far a comparison has come; nothing where there is no terminal.
final class CompareProgress {
  private let terminal: Terminal
  private var total = 0
  private var began: UInt64 = 0

  init(_ terminal: Terminal) { self.terminal = terminal }

  func begin(_ total: Int) {
    self.total = total
    began = monotonicNanoseconds()
  }

  func run(_ number: Int, _ what: String) {
    var text = "run \(number + 1) of \(total): \(what)"
    if number > 0 {
      let seconds = Double(monotonicNanoseconds() - began) / 1e9
      text += " · \(secondsInWords(seconds / Double(number) * Double(total - number))) left"
    }
    say(text)
  }

  /// Before what is counted: run `index` of `count` that only warm up.
  func warmUp(_ index: Int, of count: Int, _ what: String) {
    say("warm-up \(index + 1) of \(count): \(what)")
  }

  func say(_ text: String) {
    guard terminal.isInteractive else { return }
    terminal.write("\r\u{1B}[K" + fitted(text, to: terminal.size.columns - 1))
  }

  func clear() {
    if terminal.isInteractive { terminal.write("\r\u{1B}[K") }
  }
}
