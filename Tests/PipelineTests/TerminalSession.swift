import Base
import Foundation
import TestSupport
import Testing

/// The built program on its own terminal, with a simulated user who types and watches.
final class TerminalSession: Sendable {
  private struct Output {
    /// The output after the text that was found last.
    var rest: [UInt8] = []
    var before: [UInt8] = []
    var isOver = false
  }

  private let child: Child
  private let keyboard: Int32
  private let terminal: Int32
  private let output = Awaited(Output())

  /// - Throws: The error that prevented the program from starting.
  init(_ line: String, in folder: String = "/", columns: UInt16 = 100, rows: UInt16 = 30) throws {
    var (keyboard, terminal): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&keyboard, &terminal, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
    (self.keyboard, self.terminal) = (keyboard, terminal)
    let environment = ProcessInfo.processInfo.environment.merging(
      // Without colours, text isn't interrupted by escape sequences. Swift's backtraces would wait for input
      // after a crash.
      ["TERM": "xterm", "NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    child = try Child(
      Program.path, Program.patient(words(line)), in: folder, environment: environment,
      input: .descriptor(terminal), output: .descriptor(terminal), error: .descriptor(terminal))
    child.whenEnded { [weak self] _ in self?.markEnd() }
    Thread.detachNewThread { [weak self, keyboard] in
      var bytes = [UInt8](repeating: 0, count: 4096)
      while case let count = read(keyboard, &bytes, bytes.count), count > 0, let self {
        output.change { output in
          output.rest += bytes.prefix(count)
          output.isOver = output.isOver || output.rest.firstRange(of: Self.endMark) != nil
        }
      }
    }
  }

  deinit {
    child.send(SIGKILL)
    close(terminal)
    close(keyboard)
  }

  func type(_ keys: String) { _ = keys.withCString { write(keyboard, $0, strlen($0)) } }

  /// Types keys once the text has appeared. The test ends if the program ends without it.
  func type(_ keys: String, after text: String, at place: SourceLocation = #_sourceLocation) async throws {
    try #require(await sees(text), sourceLocation: place)
    type(keys)
  }

  /// The text before the text that was found last.
  var textBefore: String { String(decoding: output.value.before, as: UTF8.self) }

  func signal(_ number: Int32) { child.send(number) }

  /// Resumes a stopped program until `isSeen` has returned. It sends the signal repeatedly, because there is
  /// no way to know when the program has stopped, and a signal sent before that has no effect. A program in
  /// an orphaned process group doesn't stop at all.
  func resumes(_ isSeen: () async -> Bool) async -> Bool {
    let isOver = Locked(false)
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) {
        signal(SIGCONT)
        sched_yield()
      }
    }
    defer { isOver.withLock { $0 = true } }
    return await isSeen()
  }

  /// Waits until the text appears in the output after the last match. Returns false if the program ends without
  /// it.
  func sees(_ text: String) async -> Bool {
    await output.first { output in
      guard let found = output.rest.firstRange(of: Array(text.utf8)) else {
        return output.isOver ? false : nil
      }
      output.before = Array(output.rest[..<found.lowerBound])
      output.rest.removeSubrange(..<found.upperBound)
      return true
    }
  }

  /// Waits for the program's end, after sending it a signal or keys if there are any.
  /// - Returns: The exit status, or the number of the signal that ended the program.
  func end(by number: Int32? = nil, typing keys: String = "") async -> Int32 {
    if let number { signal(number) }
    type(keys)
    return await child.waitForEnd().number
  }

  /// Whether the terminal echoes keys and passes them on line by line, the way a shell expects it.
  var isAsShellsWantIt: Bool {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  private static let endMark = Array("\u{0}the end".utf8)

  /// Writes a mark after the program's entire output, which may not have been read completely.
  private func markEnd() {
    _ = Self.endMark.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
  }
}
