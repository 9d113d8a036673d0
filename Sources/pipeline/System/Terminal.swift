import Base
import Foundation
import Measurement

/// A standard stream, which may be a terminal, a file or a pipe.
struct Terminal: Sendable {
  let descriptor: Int32

  static let output = Terminal(descriptor: 1)
  static let error = Terminal(descriptor: 2)

  var isInteractive: Bool {
    isatty(descriptor) != 0 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Whether to use colours. This follows the NO_COLOR convention (no-color.org).
  var usesColor: Bool { isInteractive && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty }

  var style: Style { Style(usesColor: usesColor) }

  /// The size in characters. It is queried on every access, because windows are resized.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes the text. A closed pipe is ignored, because the reader may exit early. Any other failure on standard output
  /// is kept for the end.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
        // On macOS, `poll` may not support terminals (poll(2), BUGS). It then returns immediately.
        if ready.revents & Int16(POLLNVAL) != 0 { usleep(1_000) }
      } else if written < 0 && errno != EINTR {
        if descriptor == 1, errno != EPIPE { Self.code.withLock { [errno] in $0 = errno } }
        return
      }
      bytes = bytes.dropFirst(max(0, written))
    }
  }

  /// Writes JSON, compact or indented, and a line break.
  func write(json value: some Encodable, isCompact: Bool = true) {
    if let line = try? jsonLine(value, isCompact: isCompact) { write(String(decoding: line, as: UTF8.self)) }
  }

  /// Writes a message. On a terminal, long lines are wrapped between words.
  func say(_ text: String) { write(isInteractive ? wrapped(text, to: size.columns) : text) }

  /// The reason why standard output is incomplete, or nil if it is complete.
  static var failure: String? {
    let code = code.value
    return code == 0 ? nil : "cannot write to standard output: \(String(cString: strerror(code)))"
  }

  private static let code = Locked<Int32>(0)
}
