import Base
import Engine

/// Gives a large photo the slots of its queue that are free otherwise: those who help are jobs, too.
///
/// A helper that comes late, as its slot went to another or the queue is suspended, finds nothing left to do; nobody
/// waits for it to come.
final class FilterHelpers: Sendable {
  private let life: RunLife
  private let queue: JobQueue
  private let name: String
  /// Asked, and not returned.
  private let asked = Locked(0)

  /// - Parameter name: the photo's.
  init(_ life: RunLife, _ queue: JobQueue, name: String) {
    self.life = life
    self.queue = queue
    self.name = name
  }

  /// Asks one more to help if there is a slot that nobody has, and no job to take it. Called in the photo's job.
  /// - Returns: how many were asked and have not returned.
  func ask(_ help: @escaping @Sendable () -> Void) -> Int {
    let counts = queue.counts
    guard counts.running + counts.ready < queue.width else { return asked.value }
    asked.withLock { $0 += 1 }
    // Behind all that become ready meanwhile.
    let job = life.engine.makeJob("help with \(name)", priority: .low) { [asked] _ in
      help()
      asked.withLock { $0 -= 1 }
    }
    life.add(job, to: queue)
    return asked.value
  }
}
