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

/// A pipe: what is written at one end is read at the other, which is a descriptor.
///
/// All members may be called on any thread.
public final class Wire: Sendable {
  /// The end to read.
  public let descriptor: Int32
  private let end: Int32
  private let isEnded = Locked(false)

  public init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "There is no pipe to be had: \(String(cString: strerror(errno)))")
    (descriptor, end) = (ends[0], ends[1])
  }

  public func write(_ text: String) {
    let written = Array(text.utf8).withUnsafeBytes { Foundation.write(end, $0.baseAddress, $0.count) }
    precondition(written == text.utf8.count, "The pipe does not take \(text)")
  }

  /// Nothing is written any more. Done when it is freed, at the latest.
  public func endWriting() {
    isEnded.withLock { isEnded in
      if !isEnded { Foundation.close(end) }
      isEnded = true
    }
  }

  deinit { endWriting() }

  /// Takes what is there now; it blocks while there is nothing yet.
  /// - Returns: how many bytes; 0 when all have been read, and no more will be written.
  public func read(atMost count: Int = 1024) -> Int {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
  }

  /// Closes the end to read.
  public func close() { Foundation.close(descriptor) }
}

/// The signal that a terminal sends when its size changes. A program that does not handle it ignores it.
public let windowChange = SIGWINCH

/// Sends this process a signal.
public func send(_ signal: Int32) { kill(getpid(), signal) }

/// Whether this program was built without optimization, so that what it measures says little.
public let isDebugBuild: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()
