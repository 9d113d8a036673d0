import Foundation

/// Standard input, output and error.
enum StandardStreams {
  /// Opens those that are closed, as by `>&-`, on `/dev/null`. Otherwise the next file that is opened gets the number of one
  /// of them: a journal would receive the lines that are meant for the terminal. To be called before any file is opened.
  static func open() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is taken, which is this one.
      _ = Foundation.open("/dev/null", O_RDWR)
    }
  }
}
