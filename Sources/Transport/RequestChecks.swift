import Foundation

extension Transfer {
  /// A header that holds a line break would smuggle in others.
  func checkHeaders() throws(TransferError) {
    for (name, value) in request.headers {
      let isName =
        !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0 != ":" }
      let isValue = value.unicodeScalars.allSatisfy { $0 != "\r" && $0 != "\n" && $0 != "\0" }
      guard isName, isValue else { throw failure(.badHeader(CheckedURL.printable(name, limit: 80))) }
    }
  }

  /// Reading anything but a plain file (a pipe, a device) could hold up the thread for ever.
  func checkFile(_ path: String) throws(TransferError) {
    let shown = CheckedURL.printable(path, limit: 300)
    var status = stat()
    guard stat(path, &status) == 0 else {
      let error = errno
      throw failure(
        error == ENOENT || error == ENOTDIR
          ? .fileNotFound(shown)
          : .fileUnreadable("\(shown) cannot be read: \(String(cString: strerror(error)))"))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw failure(.fileUnreadable("\(shown) is not a plain file"))
    }
    guard access(path, R_OK) == 0 else {
      throw failure(.fileUnreadable("\(shown) cannot be read: \(String(cString: strerror(errno)))"))
    }
  }
}
