import Foundation

/// A terminal, or whatever stands in its place.
struct Terminal: Sendable {
  let descriptor: Int32

  static let output = Terminal(descriptor: 1)
  static let error = Terminal(descriptor: 2)

  var isInteractive: Bool {
    isatty(descriptor) != 0 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// See no-color.org.
  var usesColor: Bool { isInteractive && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty }

  /// In characters; asked for anew each time, as windows are resized.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      // Nobody reads any more, and nothing is to be said about it.
      if written < 0 && errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, written))
    }
  }
}
