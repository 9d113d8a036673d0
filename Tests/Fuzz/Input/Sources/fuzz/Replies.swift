import Foundation

@testable import Base
@testable import Transport

/// Fuzzes a server's reply. The input is everything that the server sends before it closes the connection.
@Sendable func fuzzReplies(_ bytes: [UInt8]) {
  reply.withLock { $0 = bytes }
  let ended = DispatchSemaphore(value: 0)
  let result = Locked<Result<TransferResponse, TransferError>?>(nil)
  let body = Locked(0)
  // A reply may ask the client to stop sending requests for a while, which would delay the next input.
  let transport = Transport(configuration)
  var request = TransferRequest(
    url: "http://127.0.0.1:\(port)/", onChunk: { chunk in body.withLock { $0 += chunk.bytes.count } })
  request.acceptsCompression = true
  transport.start(request) { end in
    result.withLock {
      expect($0 == nil, "a transfer ends once")
      $0 = end
    }
    ended.signal()
  }
  ended.wait()
  switch result.value {
  case .success(let response):
    expect((200..<300).contains(response.head.status), "only a good answer is a success")
    expect(body.value <= limit, "a body is within its limit")
    judge(response.head)
  case .failure(let error): expect(!"\(error)".isEmpty, "a failure has a reason")
  case nil: break
  }
}

private let limit = 4096

private let configuration: TransportSettings = {
  var configuration = TransportSettings()
  configuration.maxBytes = limit
  configuration.retry.retries = 0
  configuration.stallTimeout = .seconds(1)
  // The transport must not connect to other hosts.
  configuration.maxRedirects = 0
  configuration.proxy = ""
  return configuration
}()

/// The reply to every connection.
private let reply = Locked<[UInt8]>([])
private let port = listenOnLoopback { _ in reply.value }
