import CCurl
import Foundation

// curl calls these functions on the transport thread while it works on a handle. Their context is the
// EasyHandle, which outlives the attempt: it is removed from the multi handle before it is released.

func receiveBody(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let easy = easyHandle(context) else { return 0 }
  let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
  switch easy.active.receive(chunk, from: easy) {
  case .taken: return chunk.count
  case .held: return Int(CURL_WRITEFUNC_PAUSE)
  // Returning any number other than the chunk's size aborts the attempt.
  case .refused: return chunk.count == 0 ? 1 : 0
  }
}

func receiveHeader(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let active = easyHandle(context)?.active else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return active.receiveHeader(line) == .taken ? line.count : 0
}

func requestIsReady(
  context: UnsafeMutableRawPointer?, primaryIP: UnsafeMutablePointer<CChar>?,
  localIP: UnsafeMutablePointer<CChar>?, primaryPort: Int32, localPort: Int32
) -> Int32 {
  easyHandle(context)?.active.noteConnection()
  return Int32(CURL_PREREQFUNC_OK)
}

/// Opens a socket to an address that curl has resolved, unless the address is refused. A host name can't
/// bypass the check, because the checked address is the one that the socket connects to.
func openSocket(
  context: UnsafeMutableRawPointer?, purpose: curlsocktype,
  address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let active = easyHandle(context)?.active else { return CURL_SOCKET_BAD }
  let refusal = withUnsafePointer(to: &address.pointee.addr) { AddressRules.refusal(of: $0) }
  if let refusal {
    active.refusedAddress = refusal
    return CURL_SOCKET_BAD
  }
  active.hasTriedAddress = true
  let socket = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
  if socket >= 0 { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
  return socket
}

private func easyHandle(_ context: UnsafeMutableRawPointer?) -> EasyHandle? {
  context.map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }
}
