import Base
import TestSupport
import Testing
import Transport

typealias Outcome = Result<Received, TransferError>

/// A transfer that succeeded, with the body that it handed out.
@dynamicMemberLookup
struct Received: Sendable {
  let response: TransferResponse
  let body: [UInt8]

  subscript<Value>(dynamicMember path: KeyPath<TransferResponse, Value>) -> Value { response[keyPath: path] }
}

extension Transport {
  /// Starts a transfer and waits for its end.
  func get(_ request: TransferRequest) async -> Outcome {
    // Releasing a transport would end its transfers.
    defer { withExtendedLifetime(self) {} }
    return await begin(request).end.value
  }

  /// - Parameter onChunk: Receives the body as it arrives.
  func get(_ url: String, onChunk: (@Sendable (BodyChunk) throws -> Void)? = nil) async -> Outcome {
    await get(TransferRequest(url: url, onChunk: onChunk))
  }
}

extension Result where Failure == TransferError {
  var reason: TransferError.Reason? {
    if case .failure(let error) = self { error.reason } else { nil }
  }
}

extension Outcome {
  var bytes: [UInt8]? { try? get().body }

  var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}

/// The servers of a test. They stop when the test ends.
final class Servers {
  private var running: [LoopbackServer] = []

  deinit { for server in running { server.stop() } }

  func start(
    isIPv6: Bool = false, _ answer: @escaping @Sendable (LoopbackServer.Request) -> Reply
  ) throws -> LoopbackServer {
    let server = try LoopbackServer(isIPv6: isIPv6, answer)
    running.append(server)
    return server
  }
}

/// A base class for tests of transfers.
class TransferTests {
  let servers = Servers()
  let transport = Transport(.with { _ in })
}

/// The end of a transfer, which a test can wait for. The outcome is passed under a lock, because
/// ThreadSanitizer understands that lock but not the memory ordering of a continuation.
final class End: Sendable {
  private let outcomes = Awaited<[Outcome]>([])

  var isReached: Bool { reportCount > 0 }
  /// The number of times that the end was reported.
  var reportCount: Int { outcomes.value.count }

  func reach(_ outcome: Outcome) { outcomes.change { $0.append(outcome) } }

  var value: Outcome {
    get async {
      await outcomes.until { !$0.isEmpty }
      return outcomes.value[0]
    }
  }
}

extension Transport {
  func begin(_ request: TransferRequest) -> (transfer: Transfer, end: End) {
    let (end, body) = (End(), Locked<[UInt8]>([]))
    var collecting = request
    collecting.isNeverPaused = request.isNeverPaused || request.onChunk == nil
    collecting.onChunk = { chunk in
      try request.onChunk?(chunk)
      body.withLock { $0 += chunk.bytes }
    }
    let transfer = start(collecting) { result in
      end.reach(result.map { Received(response: $0, body: body.value) })
    }
    return (transfer, end)
  }

  func begin(
    _ url: String, onChunk: (@Sendable (BodyChunk) throws -> Void)? = nil
  ) -> (transfer: Transfer, end: End) {
    begin(TransferRequest(url: url, onChunk: onChunk))
  }
}

extension TransferRequest {
  /// Returns a request with changes applied to its defaults.
  init(_ url: String, _ change: (inout TransferRequest) -> Void) {
    self.init(url: url)
    change(&self)
  }
}
