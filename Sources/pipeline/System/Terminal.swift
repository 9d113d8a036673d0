import Base
import Foundation
import Measurement

/// A standard stream, which may be a terminal, a file or a pipe.
struct Terminal: Sendable {
  let descriptor: Int32

  static let output = Terminal(descriptor: 1)
  static let error = Terminal(descriptor: 2)

  /// Connects standard streams that are closed, for example by `>&-`, to `/dev/null`. Otherwise, the next opened file
  /// would get the stream's descriptor, and a journal could receive lines meant for the terminal. It must be called
  /// before any file is opened.
  static func openStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is `stream`.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// The stream for text such as a summary: standard output, or standard error if an output file is written to
  /// standard output.
  static var text: Terminal { isOutputTaken.isSet ? .error : .output }
  static let isOutputTaken = Locked(false)

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
    let code = Array(text.utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
    if let code, descriptor == 1, code != EPIPE { Self.code.withLock { $0 = code } }
  }

  /// Writes JSON, compact or indented, and a line break.
  func write(json value: some Encodable, isCompact: Bool = true) {
    if let line = try? jsonLine(value, isCompact: isCompact) { write(String(decoding: line, as: UTF8.self)) }
  }

  /// Writes a message. Characters that would act on a terminal are escaped, except for line breaks and this program's
  /// own styles. On a terminal, long lines are wrapped between words.
  func say(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { oneLine(String($0)) }
    var safe = lines.joined(separator: "\n")
    if usesColor { safe.replace(/\\u\{1B\}(\[[0-9]+m)/) { "\u{1B}" + $0.output.1 } }
    write(isInteractive ? wrapped(safe, to: size.columns) : safe)
  }

  /// The reason why standard output is incomplete, or nil if it is complete.
  static var failure: String? {
    let code = code.value
    return code == 0 ? nil : "cannot write to standard output: \(String(cString: strerror(code)))"
  }

  private static let code = Locked<Int32>(0)
}
