import Foundation
import Transport

/// A download that is read as it arrives. The transfer is paused while too many bytes are waiting to be read.
final class TransferSource: ByteSource, @unchecked Sendable {
  // Sendable: mutable state is protected by the condition's lock.
  private let condition = NSCondition()
  private let url: String
  private let transport: Transport
  private let onPause: @Sendable () -> Void
  private let onWait: (@Sendable (TransferWait?) -> Void)?
  private var transfer: Transfer?
  private var arrived: [UInt8] = []
  private var isPaused = false
  private var wasCancelled = false
  private var end: Result<TransferResponse, TransferError>?
  private var effectiveURL: String?
  /// The callbacks of `whenReady` that are waiting for the first bytes or the end.
  private var waiting: [@Sendable () -> Void] = []

  /// The number of unread bytes at which the transfer is paused.
  static let limit = 1 << 20

  /// - Parameters:
  ///   - onPause: Called on the transport's thread whenever the transfer is paused.
  ///   - onWait: Called on the transport's thread when the transfer begins to wait, and with nil when the wait has
  ///     ended.
  init(
    _ url: String, transport: Transport, onPause: @escaping @Sendable () -> Void = {},
    onWait: (@Sendable (TransferWait?) -> Void)? = nil
  ) {
    self.url = url
    self.transport = transport
    self.onPause = onPause
    self.onWait = onWait
  }

  deinit {
    transfer?.cancel()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    condition.lock()
    defer { condition.unlock() }
    startOnce()
    while arrived.isEmpty, end == nil, !wasCancelled { condition.wait() }
    if wasCancelled { throw .cancelled }
    if arrived.isEmpty, case .failure(let error) = end {
      throw error.reason == .cancelled ? .cancelled : .notFetched(error.reason.description)
    }
    let count = min(buffer.count, arrived.count)
    buffer.copyBytes(from: arrived.prefix(count))
    arrived.removeFirst(count)
    // The transfer resumes before all bytes have been read, so that the reader doesn't have to wait for the server.
    if isPaused, arrived.count <= Self.limit / 2 {
      isPaused = false
      transfer?.resume()
    }
    return count
  }

  func whenReady(_ ready: @escaping @Sendable () -> Void) {
    let isReady = condition.withLock {
      startOnce()
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

  var base: RequestURL? {
    condition.withLock { RequestURL(effectiveURL ?? url) }
  }

  /// The number of unread bytes, for tests.
  var bytesHeld: Int { condition.withLock { arrived.count } }

  /// Starts the transfer unless it has been started or cancelled. Call this while holding the lock.
  private func startOnce() {
    guard transfer == nil, !wasCancelled else { return }
    var request = TransferRequest(
      url: url, onWait: onWait, onChunk: { [weak self] chunk in self?.take(chunk) })
    request.acceptsCompression = true
    request.maxBytes = .max
    transfer = transport.start(request) { [weak self] result in self?.finish(result) }
  }

  // MARK: On the transport's thread

  private func take(_ chunk: BodyChunk) {
    let (pauses, waiting) = condition.withLock {
      if effectiveURL == nil { effectiveURL = chunk.head.effectiveURL }
      arrived.append(contentsOf: chunk.bytes)
      condition.signal()
      let pauses = arrived.count >= Self.limit && !isPaused
      if pauses {
        isPaused = true
        chunk.transfer.pause()
      }
      return (pauses, takeWaiting())
    }
    if pauses { onPause() }
    for ready in waiting { ready() }
  }

  private func finish(_ result: Result<TransferResponse, TransferError>) {
    let waiting = condition.withLock {
      end = result
      condition.signal()
      return takeWaiting()
    }
    for ready in waiting { ready() }
  }

  /// Removes and returns the waiting callbacks. Call this while holding the lock.
  private func takeWaiting() -> [@Sendable () -> Void] {
    defer { waiting = [] }
    return waiting
  }
}
