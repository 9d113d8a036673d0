import Foundation

/// A body that keeps a processor busy, as a filter does.
public func compute(milliseconds: Int) {
  let end = ContinuousClock.now + .milliseconds(milliseconds)
  while .now < end {}
}

/// A body that keeps a thread and uses no processor, as one does that waits for a disk.
@available(*, noasync, message: "A task must not block: await transfer(milliseconds:)")
public func block(milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }

/// A download, as the network does it: it keeps no thread of the caller's, and calls back on one of its own; not before
/// the gate is open, if there is one.
public func transfer(milliseconds: Int, after gate: Gate? = nil, _ done: @escaping @Sendable () -> Void) {
  Thread.detachNewThread {
    gate?.wait()
    block(milliseconds: milliseconds)
    done()
  }
}

/// The same, to await. Cancelling the task does not end it.
public func transfer(milliseconds: Int) async {
  await withCheckedContinuation { task in transfer(milliseconds: milliseconds) { task.resume() } }
}

/// Replies that all arrive together, as soon as a given number is waited for. Waiting for one holds no thread.
public final class Replies: @unchecked Sendable {
  // Safe: touched under the lock only.
  private let lock = NSLock()
  private var waiting: [@Sendable () -> Void] = []
  private let count: Int

  public init(after count: Int) { self.count = count }

  /// Returns at once. All are called on the thread of the last that waits, one after the other.
  public func wait(_ done: @escaping @Sendable () -> Void) {
    let all = lock.withLock {
      waiting.append(done)
      guard waiting.count == count else { return [@Sendable () -> Void]() }
      defer { waiting = [] }
      return waiting
    }
    for done in all { done() }
  }

  /// Returns when they arrive. Meanwhile no thread is held.
  public func wait() async {
    await withCheckedContinuation { task in wait { task.resume() } }
  }
}

/// A file to read: the end of a pipe, with a text in it.
public func descriptor(reading text: String) -> Int32 {
  var ends: [Int32] = [0, 0]
  precondition(pipe(&ends) == 0, "There is no pipe to be had: \(String(cString: strerror(errno)))")
  _ = Array(text.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
  close(ends[1])
  return ends[0]
}
