import Foundation

/// Sends single HTTP requests to chromedriver, each over its own connection. FoundationNetworking can't be
/// used, because it rejects chromedriver's headers, which have no space after the colon. In addition,
/// chromedriver doesn't always close a connection when asked to.
enum PlainHTTP {
  /// - Returns: The status and the body.
  static func ask(
    _ method: String, port: Int, path: String, body: Data
  ) async throws -> (status: Int, body: Data) {
    try await withCheckedThrowingContinuation { go in
      Thread.detachNewThread {
        go.resume(with: Result { try exchange(method, port: port, path: path, body: body) })
      }
    }
  }

  /// Does the same as `ask`, but blocks the calling thread until the response has arrived.
  static func exchange(
    _ method: String, port: Int, path: String, body: Data
  ) throws -> (status: Int, body: Data) {
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      + "Content-Type: application/json; charset=utf-8\r\nContent-Length: \(body.count)\r\n\r\n"
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    guard descriptor >= 0 else { throw BrowserError(description: "no socket") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    guard connected == 0 else { throw BrowserError(description: "nobody listens on port \(port)") }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try handle.write(contentsOf: Data(head.utf8) + body)
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    // FileHandle would terminate the process if the connection is reset.
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
      received += buffer[..<count]
      if let answer = answer(in: received) { return answer }
    }
    throw BrowserError(description: "no answer to \(method) \(path)")
  }

  /// Returns the response once its body is as long as its head says. Returns nil before that.
  private static func answer(in received: Data) -> (status: Int, body: Data)? {
    guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
    guard let status = head.firstMatch(of: /^HTTP\/1\.1 (\d+)/).flatMap({ Int($0.1) }),
      let length = head.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap({ Int($0.1) }),
      received.count - end.upperBound >= length
    else { return nil }
    return (status, Data(received[end.upperBound...].prefix(length)))
  }
}
