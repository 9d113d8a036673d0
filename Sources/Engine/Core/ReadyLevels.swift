/// Ready jobs in the order in which they run: by priority, and within one the first to become ready.
///
/// They are linked through the jobs themselves: adding and removing anywhere cost the same however many there are, nothing
/// is allocated, and nothing out of date stays behind.
struct ReadyLevels {
  /// In the order of `Priority.rawValue`.
  private var levels = Priority.allCases.map { _ in ReadyList() }

  var best: Priority? { levels.lastIndex { !$0.isEmpty }.flatMap(Priority.init) }

  mutating func append(_ job: ListedJob) { levels[job.priority.rawValue].append(job) }

  mutating func prepend(_ job: ListedJob) { levels[job.priority.rawValue].prepend(job) }

  /// - Parameter priority: that the job had when it was added.
  mutating func remove(_ job: ListedJob, from priority: Priority) { levels[priority.rawValue].remove(job) }

  mutating func popFirst(of priority: Priority) -> ListedJob? { levels[priority.rawValue].popFirst() }
}

/// Jobs in a row. Their queue holds them, so that neighbours need not hold each other.
package struct ReadyList {
  unowned(unsafe) private var first: ListedJob?
  unowned(unsafe) private var last: ListedJob?
  /// Counted, as to look at `first` would retain it.
  private var count = 0

  package init() {}

  var isEmpty: Bool { count == 0 }

  package mutating func append(_ job: ListedJob) {
    count += 1
    job.neighbours.previous = last
    if let last { last.neighbours.next = job } else { first = job }
    last = job
  }

  mutating func prepend(_ job: ListedJob) {
    count += 1
    job.neighbours.next = first
    if let first { first.neighbours.previous = job } else { last = job }
    first = job
  }

  package mutating func remove(_ job: ListedJob) {
    count -= 1
    let (previous, next) = (job.neighbours.previous, job.neighbours.next)
    if let next { next.neighbours.previous = previous } else { last = previous }
    if let previous { previous.neighbours.next = next } else { first = next }
    job.neighbours = Neighbours()
  }

  package mutating func popFirst() -> ListedJob? {
    guard let job = first else { return nil }
    remove(job)
    return job
  }

  /// The jobs before and behind a job.
  fileprivate struct Neighbours {
    unowned(unsafe) var previous: ListedJob?
    unowned(unsafe) var next: ListedJob?
  }
}

/// A job that can stand in a `ReadyList`.
@_spi(Engines)
open class ListedJob: JobCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.
  @exclusivity(unchecked) fileprivate final var neighbours = ReadyList.Neighbours()
}

/// How many jobs there are of each priority.
package struct PriorityCounts {
  private var counts = Priority.allCases.map { _ in 0 }

  package init() {}

  package mutating func add(_ change: Int, of priority: Priority) { counts[priority.rawValue] += change }

  package func hasAny(above priority: Priority) -> Bool {
    counts[(priority.rawValue + 1)...].contains { $0 > 0 }
  }
}
