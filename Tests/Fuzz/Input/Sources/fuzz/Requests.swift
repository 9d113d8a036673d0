import Foundation
import PhotoLists

@testable import Gallery

/// Fuzzes requests to the page's server. The input is everything that the client sends. In it, 0x01 stands for the
/// server's address and 0x02 for the number of a page, because neither can be guessed.
@Sendable func fuzzRequests(_ bytes: [UInt8]) {
  let request = bytes.flatMap { byte -> [UInt8] in
    switch byte {
    case 1: Array("127.0.0.1:\(gallery.port)".utf8)
    case 2: Array(gallery.page.utf8)
    default: [byte]
    }
  }
  if let answer = exchange(request) {
    expect(answer.starts(with: Array("HTTP/1.".utf8)), "an answer has a status")
  }
  let front = Array("GET /t/ HTTP/1.1\r\nHost: 127.0.0.1:\(gallery.port)\r\nConnection: close\r\n\r\n".utf8)
  // The patience is long, because the machine may be busy.
  let answer = exchange(front, patience: 60)
  expect(
    answer?.starts(with: Array("HTTP/1.1 200".utf8)) ?? false, "whatever one client sends, others are served")
}

/// The page's server, with one page whose list is empty.
private let gallery: (server: GalleryServer, page: String, port: UInt16) = {
  var configuration = GallerySettings(engines: [.gcd], list: .file("/dev/null"))
  configuration.token = "t"
  guard let server = try? GalleryServer(configuration), let page = try? server.pages.open(),
    let port = URL(string: server.url)?.port
  else { fatalError("the page's server starts") }
  return (server, page.id, UInt16(port))
}()

/// Sends a request to the page's server.
///
/// - Parameter patience: The number of seconds to wait for an answer. Most invalid requests get none.
/// - Returns: The beginning of the answer, or nil if the server closed the connection or didn't answer.
private func exchange(_ bytes: [UInt8], patience: Double = 0.005) -> [UInt8]? {
  let client = socket(AF_INET, streamSocket, 0)
  defer { close(client) }
  var address = sockaddr_in(loopbackPort: gallery.port)
  let isConnected = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      // If libFuzzer's alarm interrupts the call, connecting continues (connect(2)), and `send` waits for it.
      connect(client, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 || errno == EINTR
    }
  }
  expect(isConnected, "the server listens")
  var limit = timeval()
  limit.tv_sec = time_t(patience)
  limit.tv_usec = suseconds_t((patience - patience.rounded(.down)) * 1e6)
  setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  // Closing resets the connection, because there are fewer ports than connections.
  var atOnce = linger(l_onoff: 1, l_linger: 0)
  setsockopt(client, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
  guard send(client, bytes, bytes.count, sendWithoutSignal) == bytes.count else { return nil }
  var buffer = [UInt8](repeating: 0, count: 4096)
  var count: Int
  // libFuzzer's alarm may interrupt the call. Calls with a timeout aren't restarted automatically (signal(7)).
  repeat { count = recv(client, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
  return count > 0 ? Array(buffer.prefix(count)) : nil
}
