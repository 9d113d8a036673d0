import Foundation
import LessonKit

/// Of three downloads, one is cancelled, and one fails.
public func operation() {
  let queue = OperationQueue()
  let begun = Gate()
  let never = Gate()
  let oak = Download { PhotoRequest("oak", $0) }
  let sea = Download {
    defer { begun.open() }
    return PhotoRequest("sea", after: never, $0)
  }
  let fox = Download { PhotoRequest("fox", isThere: false, $0) }

  diary.submitted("download oak", "download sea", "download fox")
  queue.addOperations([oak, sea, fox], waitUntilFinished: false)
  begun.wait()
  block(milliseconds: 10)
  diary.cancelled("download sea")
  sea.cancel()
  queue.waitUntilAllOperationsAreFinished()
  for download in [oak, sea, fox] {
    switch download.result {
    case .success(let photo): show(photo)
    case .failure(.notFound): show("failed: notFound")
    case .failure(.cancelled): show("cancelled")
    case nil: show("no result")
    }
  }
}

nonisolated private final class Download:
  AsyncOperation<String, PhotoError>, @unchecked Sendable
{
  typealias Send = (@escaping PhotoRequest.Done) -> PhotoRequest
  private let send: Send
  private let request = Locked<PhotoRequest?>(nil)
  init(_ send: @escaping Send) { self.send = send }
  override func begin() {
    let sent = send { self.finish($0) }
    request.withLock { $0 = sent }
  }
  override func abort() { request.withLock { $0 }?.cancel() }
}

/// What an operation fails with; one value is for `cancel`.
nonisolated public protocol OperationError: Error {
  static var cancelled: Self { get }
}

extension PhotoError: OperationError {}

extension CancellationError: OperationError {
  public static var cancelled: Self { Self() }
}

/// To write once. A subclass overrides `begin`, which starts
/// the work and returns, and `abort`. Each has to lead to
/// `finish`: of several calls, the first counts. `nonisolated`, as
/// `Operation` is, and its subclasses have to be.
nonisolated open class AsyncOperation<
  Value: Sendable, Failure: OperationError
>: Operation, @unchecked Sendable {
  private enum State { case waiting, running, finished }
  // Safe: both are touched under the lock only.
  private var state = State.waiting
  private var outcome: Result<Value, Failure>?
  private let lock = NSLock()
  open func begin() {}
  open func abort() {}
  /// `nil` until it has finished.
  public final var result: Result<Value, Failure>? {
    lock.withLock { outcome }
  }
  public final func finish(_ result: Result<Value, Failure>) {
    let isFirst = lock.withLock {
      defer { outcome = outcome ?? result }
      return outcome == nil
    }
    if !isFirst { return }
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = .finished }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
  public final override func start() {
    // Once, and only when it is ready, as Foundation's own.
    if isFinished { return }
    precondition(isReady)
    willChangeValue(for: \.isExecuting)
    lock.withLock {
      precondition(state == .waiting)
      state = .running
    }
    didChangeValue(for: \.isExecuting)
    // It was cancelled while it waited.
    if isCancelled { return finish(.failure(.cancelled)) }
    begin()
    // It was cancelled before there was anything to abort.
    if isCancelled { abort() }
  }
  public final override func cancel() {
    super.cancel()
    // Before the queue has started it, it must not finish.
    if isExecuting { abort() }
  }
  public final override var isAsynchronous: Bool { true }
  public final override var isExecuting: Bool {
    lock.withLock { state == .running }
  }
  public final override var isFinished: Bool {
    lock.withLock { state == .finished }
  }
}
