import Base
import Engine

/// Gives a large photo the free slots of its queue. Helpers are jobs, too.
///
/// A helper may start late, as its slot went to another or the queue is suspended. Then it finds nothing to do, and nobody
/// has waited for it.
final class FilterHelpers: Sendable {
  private let life: RunLife
  private let queue: JobQueue
  private let name: String
  /// Helpers that were asked and have not returned.
  private let asked = Locked(0)

  /// - Parameter name: the photo's.
  init(_ life: RunLife, _ queue: JobQueue, name: String) {
    self.life = life
    self.queue = queue
    self.name = name
  }

  /// Asks for one more helper if there is a free slot and no job waits for it. Called in the photo's job.
  /// - Returns: how many helpers were asked and have not returned.
  func ask(_ help: @escaping @Sendable () -> Void) -> Int {
    let counts = queue.counts
    guard counts.running + counts.ready < queue.width else { return asked.value }
    asked.withLock { $0 += 1 }
    // Behind all jobs that become ready meanwhile.
    let job = life.engine.makeJob("help with \(name)", priority: .low) { [asked] _ in
      help()
      asked.withLock { $0 -= 1 }
    }
    life.add(job, to: queue)
    return asked.value
  }
}
