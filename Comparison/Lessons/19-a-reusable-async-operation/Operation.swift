import Foundation
import LessonKit

/// Starts three downloads. One fails, and the returned one is
/// cancelled.
private func startDownloads() -> Download {
  let (queue, never) = (OperationQueue(), Gate())
  let oak = Download { PhotoRequest("oak", $0) }
  let sea = Download { PhotoRequest("sea", after: never, $0) }
  let fox = Download { PhotoRequest("fox", isThere: false, $0) }
  let end = BlockOperation {
    for download in [oak, sea, fox] {
      switch download.result {
      case .success(let photo): show(photo)
      case .failure(.notFound): show("failed: notFound")
      case .failure(.cancelled): show("cancelled")
      case nil: show("no result")
      }
    }
  }
  for download in [oak, sea, fox] { end.addDependency(download) }
  diary.submitted("download oak", "download sea", "download fox")
  queue.addOperations([oak, sea, fox], waitUntilFinished: false)
  OperationQueue.main.addOperation(end)
  return sea
}

nonisolated private final class Download:
  AsyncOperation<String, PhotoError>, @unchecked Sendable
{
  typealias Send = (@escaping PhotoRequest.Done) -> PhotoRequest
  private let send: Send
  // Safe: `begin` and `abort` never overlap.
  private var request: PhotoRequest?
  init(_ send: @escaping Send) { self.send = send }
  override func begin() { request = send { self.finish($0) } }
  override func abort() { request?.cancel() }
}

/// An operation's error, which has a value for `cancel`.
nonisolated public protocol OperationError: Error {
  static var cancelled: Self { get }
}

extension PhotoError: OperationError {}

extension CancellationError: OperationError {
  public static var cancelled: Self { Self() }
}

/// The base class of asynchronous operations. A subclass
/// overrides `begin`, which starts the work and returns, and
/// `abort`. Both lead to `finish`.
nonisolated open class AsyncOperation<
  Value: Sendable, Failure: OperationError
>: Operation, @unchecked Sendable {
  // Busy while `begin` or `abort` runs, and while it ends.
  private enum State { case waiting, busy, running, finished }
  // Safe: all three are only touched under the lock.
  private var state = State.waiting
  private var outcome: Result<Value, Failure>?
  private var mayAbort = true
  private let lock = NSLock()

  open func begin() {}
  /// Called at most once, after `begin` and before the end.
  open func abort() {}
  /// The result, or nil until the operation has finished.
  public final var result: Result<Value, Failure>? {
    lock.withLock { state == .finished ? outcome : nil }
  }
  /// Ends the operation. The first call counts. Before `start`,
  /// and during `begin` and `abort`, it takes effect later.
  public final func finish(_ result: Result<Value, Failure>) {
    lock.withLock { outcome = outcome ?? result }
    endIfOver()
  }
  public final override func start() {
    // The same checks as in Foundation's own `start`.
    if isFinished { return }
    precondition(isReady)
    willChangeValue(for: \.isExecuting)
    lock.withLock {
      precondition(state == .waiting)
      state = .busy
    }
    didChangeValue(for: \.isExecuting)
    // It was cancelled while it waited.
    if isCancelled { finish(.failure(.cancelled)) }
    run(lock.withLock { outcome == nil } ? begin : {})
    // It was cancelled while `begin` was running.
    if isCancelled { abortOnce() }
  }
  public final override func cancel() {
    super.cancel()
    // While it waits, this does nothing: `start` ends it.
    abortOnce()
  }
  private func abortOnce() {
    if enter(if: { outcome == nil && mayAbort }) { run(abort) }
  }
  private func run(_ body: () -> Void) {
    body()
    lock.withLock { state = .running }
    endIfOver()
  }
  private func endIfOver() {
    guard enter(if: { outcome != nil }) else { return }
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = .finished }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
  /// Becomes busy if it is running and the step is due.
  private func enter(if isDue: () -> Bool) -> Bool {
    lock.withLock {
      guard state == .running, isDue() else { return false }
      (state, mayAbort) = (.busy, false)
      return true
    }
  }
  public final override var isAsynchronous: Bool { true }
  public final override var isExecuting: Bool {
    lock.withLock { state == .busy || state == .running }
  }
  public final override var isFinished: Bool { result != nil }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let sea = startDownloads()
  await started("download sea")
  await transfer(milliseconds: 10)
  diary.cancelled("download sea")
  sea.cancel()
  await ended("failed: notFound")
}
// anywhere: download oak; download sea; download fox
