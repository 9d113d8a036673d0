import Base
import Foundation

extension TransferRequest {
  /// Returns whether the text can be sent as a header. A line break in it could smuggle in other headers.
  public static func canSend(_ name: String, _ value: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0 != ":" }
      && value.unicodeScalars.allSatisfy { $0 != "\r" && $0 != "\n" && $0 != "\0" }
  }
}

extension Transfer {
  /// Returns whether the request has one of these headers, given in lowercase.
  func asks(for names: String...) -> Bool {
    request.headers.contains { names.contains($0.name.lowercased()) }
  }

  func check(_ headers: [(name: String, value: String)]) throws(TransferError) {
    for (name, value) in headers where !TransferRequest.canSend(name, value) {
      throw failure(.other("the header '\(Printable.text(name, limit: 80))' cannot be sent"))
    }
  }

  /// Checks that the path is a plain file, because reading a pipe or a device could block the thread forever.
  func checkFile(_ bytes: [UInt8]) throws(TransferError) {
    let shown = Printable.text(String(decoding: bytes, as: UTF8.self), limit: 300)
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    guard let kind = FileKind(at: path) else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw isMissing ? failure(.other("no such file: \(shown)")) : unreadable(shown)
    }
    guard kind == .plain else { throw failure(.other("\(shown) is not a plain file")) }
    guard access(path, R_OK) == 0 else { throw unreadable(shown) }
  }

  private func unreadable(_ path: String) -> TransferError {
    failure(.other("\(path) cannot be read: \(String(cString: strerror(errno)))"))
  }
}
