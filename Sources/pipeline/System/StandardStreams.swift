import Foundation

/// Standard input, output and error.
enum StandardStreams {
  /// Connects standard streams that are closed, for example by `>&-`, to `/dev/null`. Otherwise, the next opened file
  /// would get the stream's descriptor, and a journal could receive lines meant for the terminal. It must be called
  /// before any file is opened.
  static func open() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is `stream`.
      _ = Foundation.open("/dev/null", O_RDWR)
    }
  }
}
