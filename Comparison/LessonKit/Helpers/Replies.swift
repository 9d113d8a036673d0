import Foundation

/// Replies that all arrive together, once a given number of callers are waiting. Waiting blocks no thread.
public final class Replies: @unchecked Sendable {
  // Safe: accessed only under the lock.
  private let lock = NSLock()
  private var waiting: [@Sendable () -> Void] = []
  private let count: Int

  public init(after count: Int) { self.count = count }

  /// Calls `done` when the replies arrive, and returns immediately. The last caller's thread calls all closures, one
  /// after another.
  public func wait(_ done: @escaping @Sendable () -> Void) {
    let all = lock.withLock {
      waiting.append(done)
      guard waiting.count == count else { return [@Sendable () -> Void]() }
      defer { waiting = [] }
      return waiting
    }
    for done in all { done() }
  }

  /// Runs a job that has already begun and ends when the replies arrive.
  public func wait(_ job: String, line: Int = #line, _ done: @escaping @Sendable () -> Void) {
    let span = diary.begin(job, line: line)
    wait {
      span.end(line: line)
      done()
    }
  }

  /// Returns when the replies arrive. No thread is blocked.
  public func wait() async {
    await withCheckedContinuation { task in wait { task.resume() } }
  }

  /// Runs a job that ends when the replies arrive.
  public func wait(_ job: String, line: Int = #line) async {
    let span = diary.begin(job, line: line)
    await wait()
    span.end(line: line)
  }
}
