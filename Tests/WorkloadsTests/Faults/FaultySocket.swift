import Base
import Foundation
import TestSupport

/// A listening socket on loopback that does one thing wrong with every connection. Each has a thread of its own, which
/// ends when the client leaves or the socket is let go.
final class FaultySocket: Sendable {
  let port: UInt16
  private let listener: Int32

  /// - Parameter misbehave: is called on a connection's thread; the connection is closed when it returns.
  init(_ misbehave: @escaping @Sendable (FaultyConnection) -> Void) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    guard listener >= 0 else { throw POSIXError(.EMFILE) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 512) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard listens else {
      close(listener)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    port = UInt16(bigEndian: address.sin_port)
    self.listener = listener
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        if descriptor < 0 { break }
        Thread.detachNewThread {
          misbehave(FaultyConnection(descriptor))
          close(descriptor)
        }
      }
      close(listener)
    }
  }

  // Wakes the thread that accepts, which closes it.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// What a thread does to one connection.
struct FaultyConnection {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads a request to the end of its head; of a TLS connection its first bytes.
  /// - Returns: the first line; nil when the client has left before.
  @discardableResult
  func request() -> String? {
    var seen: [UInt8] = []
    while let bytes = receive() {
      seen += bytes
      if seen.first == 0x16 || seen.suffix(4) == [13, 10, 13, 10] {
        return String(decoding: seen.prefix { $0 != 13 }, as: UTF8.self)
      }
    }
    return nil
  }

  /// - Returns: nil, when the client has left.
  private func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  func send(_ bytes: [UInt8]) {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    #if canImport(Glibc)
      _ = Glibc.send(descriptor, bytes, bytes.count, flags)
    #else
      _ = Darwin.send(descriptor, bytes, bytes.count, flags)
    #endif
  }

  func send(_ head: String, _ body: [UInt8] = []) { send(Array(head.utf8) + body) }

  /// An answer with this head, without its length.
  func answer(_ headers: String..., body: [UInt8] = []) {
    send((["HTTP/1.1 200 OK"] + headers + ["", ""]).joined(separator: "\r\n"), body)
  }

  /// Keeps the connection until the client leaves.
  func untilLeft() { while receive() != nil {} }

  /// One byte after the other, with a tenth of a second between them, until the client leaves.
  func drip() {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 100) == 0 { send([0]) }
  }

  /// The connection ends with a reset, and not with the end of what was sent.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }
}
