import Foundation

#if canImport(Glibc)
  let streamSocket = Int32(SOCK_STREAM.rawValue)
  let sendWithoutSignal = Int32(MSG_NOSIGNAL)
#else
  let streamSocket = SOCK_STREAM
  /// Darwin has SO_NOSIGPIPE for it; here the connection's other side is of this process.
  let sendWithoutSignal: Int32 = 0
#endif

extension sockaddr_in {
  /// - Parameter port: 0 takes any free one.
  init(loopbackPort port: UInt16) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    sin_port = port.bigEndian
  }
}
