import Foundation
import Transport

/// A download, read while it arrives. What has arrived and not been read is bounded: the transfer is paused.
final class TransferSource: ByteSource, @unchecked Sendable {
  // Safe: everything is touched under the condition's lock, but `current`, which the reading thread alone uses.
  private let condition = NSCondition()
  private let url: String
  private let transport: Transport
  private let onPause: @Sendable () -> Void
  private var transfer: Transfer?
  private var arrived: [UInt8] = []
  private var isPaused = false
  private var wasCancelled = false
  private var end: Result<TransferResponse, TransferError>?
  private var effectiveURL: String?
  /// Who waits for the first bytes, or the end.
  private var waiting: [@Sendable () -> Void] = []

  private var current: [UInt8] = []
  private var place = 0

  /// The bytes that may lie in `arrived` before the transfer is paused. As many again may lie in `current`.
  static let limit = 512 << 10

  /// - Parameter onPause: Called whenever the transfer is paused, on the transport's thread.
  init(_ url: String, transport: Transport, onPause: @escaping @Sendable () -> Void = {}) {
    self.url = url
    self.transport = transport
    self.onPause = onPause
  }

  deinit {
    transfer?.cancel()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    if isCancelled { throw .cancelled }
    if place == current.count, try !refill() { return 0 }
    let count = min(buffer.count, current.count - place)
    buffer.copyBytes(from: current[place..<place + count])
    place += count
    return count
  }

  /// Starts the transfer, if nobody has.
  func whenReady(_ ready: @escaping @Sendable () -> Void) {
    let isReady = condition.withLock {
      if transfer == nil, !wasCancelled { start() }
      if effectiveURL == nil, end == nil, !wasCancelled {
        waiting.append(ready)
        return false
      }
      return true
    }
    if isReady { ready() }
  }

  func cancel() {
    let (transfer, waiting) = condition.withLock {
      wasCancelled = true
      condition.broadcast()
      return (self.transfer, takeWaiting())
    }
    transfer?.cancel()
    for ready in waiting { ready() }
  }

  var isCancelled: Bool {
    condition.lock()
    defer { condition.unlock() }
    return wasCancelled
  }

  var base: URL? {
    condition.lock()
    defer { condition.unlock() }
    return URL(string: effectiveURL ?? url)
  }

  var isLocalFile: Bool { false }

  /// The bytes held; for tests.
  var bytesHeld: Int {
    condition.lock()
    defer { condition.unlock() }
    return arrived.count + current.count
  }

  // MARK: Reading

  /// Waits for bytes, and takes all that have arrived: `false` at the end.
  private func refill() throws(ListError.Reason) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if transfer == nil, !wasCancelled { start() }
    while arrived.isEmpty, end == nil, !wasCancelled { condition.wait() }
    if wasCancelled { throw .cancelled }
    guard !arrived.isEmpty else {
      if case .failure(let error) = end {
        throw error.reason == .cancelled ? .cancelled : .notFetched(error.reason.description)
      }
      return false
    }
    current.removeAll(keepingCapacity: true)
    place = 0
    swap(&current, &arrived)
    if isPaused {
      isPaused = false
      transfer?.resume()
    }
    return true
  }

  private func start() {
    let request = TransferRequest(
      url: url, acceptsCompression: true, maxBytes: Int.max,
      sink: .chunks { [weak self] chunk in self?.take(chunk) })
    transfer = transport.start(request) { [weak self] result in self?.finish(result) }
  }

  // MARK: On the transport's thread

  private func take(_ chunk: BodyChunk) {
    let (isPaused, waiting) = condition.withLock { (keep(chunk), takeWaiting()) }
    if isPaused { onPause() }
    for ready in waiting { ready() }
  }

  /// Under the lock.
  private func takeWaiting() -> [@Sendable () -> Void] {
    defer { waiting = [] }
    return waiting
  }

  /// Under the lock. Returns whether the transfer was paused, since too much has arrived and not been read.
  private func keep(_ chunk: BodyChunk) -> Bool {
    if effectiveURL == nil { effectiveURL = chunk.head.effectiveURL }
    arrived.append(contentsOf: chunk.bytes)
    condition.signal()
    guard arrived.count >= Self.limit, !isPaused else { return false }
    isPaused = true
    chunk.transfer.pause()
    return true
  }

  private func finish(_ result: Result<TransferResponse, TransferError>) {
    let waiting = condition.withLock {
      end = result
      condition.signal()
      return takeWaiting()
    }
    for ready in waiting { ready() }
  }
}
