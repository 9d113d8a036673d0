import Foundation

#if canImport(Glibc)
  let streamSocket = Int32(SOCK_STREAM.rawValue)
  let sendWithoutSignal = Int32(MSG_NOSIGNAL)
#else
  let streamSocket = SOCK_STREAM
  /// No flag, because Darwin has SO_NOSIGPIPE for this purpose. Here, both ends of the connection are in the same
  /// process.
  let sendWithoutSignal: Int32 = 0
#endif

extension sockaddr_in {
  /// - Parameter port: The port, or 0 for any free one.
  init(loopbackPort port: UInt16) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    sin_port = port.bigEndian
  }
}

/// Answers connections one by one and closes each.
/// - Parameter answer: Called with the beginning of the request on a separate thread.
/// - Returns: The port.
func listenOnLoopback(_ answer: @escaping @Sendable ([UInt8]) -> [UInt8]) -> UInt16 {
  let listener = socket(AF_INET, streamSocket, 0)
  var address = sockaddr_in(loopbackPort: 0)
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let listens = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      bind(listener, address, length) == 0 && listen(listener, 64) == 0
        && getsockname(listener, address, &length) == 0
    }
  }
  expect(listens, "a socket on loopback listens")
  Thread.detachNewThread {
    signal(SIGPIPE, SIG_IGN)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { continue }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { sendAll(answer(Array(buffer.prefix(count))), to: descriptor) }
      close(descriptor)
    }
  }
  return UInt16(bigEndian: address.sin_port)
}

private func sendAll(_ bytes: [UInt8], to descriptor: Int32) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
