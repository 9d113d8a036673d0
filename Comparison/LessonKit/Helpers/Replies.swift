import Foundation

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

  /// A job that has begun, and ends when they arrive.
  public func wait(_ job: String, line: Int = #line, _ done: @escaping @Sendable () -> Void) {
    let span = diary.begin(job, line: line)
    wait {
      span.end(line: line)
      done()
    }
  }

  /// Returns when they arrive. Meanwhile no thread is held.
  public func wait() async {
    await withCheckedContinuation { task in wait { task.resume() } }
  }

  /// A job that ends when they arrive.
  public func wait(_ job: String, line: Int = #line) async {
    let span = diary.begin(job, line: line)
    await wait()
    span.end(line: line)
  }
}
