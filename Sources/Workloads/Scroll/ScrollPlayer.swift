import Base
import Engine
import Foundation

/// Plays a script to a table: waits on a thread of its own, as a finger is not a thread of the program's, and
/// reports events to the table on its engine's reporting queue.
public final class ScrollPlayer: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  private let table: PhotoTable
  private let lock = NSCondition()
  private var isStopped = false

  public init(_ table: PhotoTable) { self.table = table }

  /// - Parameter onEnd: called once on the reporting queue, after the last event, unless the player was stopped.
  public func play(_ events: [ScrollEvent], onEnd: @escaping @Sendable () -> Void) {
    let start = Date()
    let thread = Thread { [self] in
      for event in events {
        guard wait(until: start.addingTimeInterval(event.time)) else { return }
        let now = monotonicNanoseconds()
        table.engine.reportQueue.async { [table] in table.follow(event.kind, at: now) }
      }
      table.engine.reportQueue.async(onEnd)
    }
    thread.name = "scroll"
    thread.start()
  }

  /// Plays no further event. May be called from any thread.
  public func stop() {
    lock.withLock {
      isStopped = true
      lock.signal()
    }
  }

  /// - Returns: whether the time came before the player was stopped.
  private func wait(until time: Date) -> Bool {
    lock.withLock {
      while !isStopped, time > Date(), lock.wait(until: time) {}
      return !isStopped
    }
  }
}
