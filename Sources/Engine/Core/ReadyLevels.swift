/// Ready jobs, one intrusive linked list per priority. All operations are O(1) and allocate nothing.
struct ReadyLevels {
  /// The lists, indexed by `Priority.rawValue`.
  private var levels = Priority.allCases.map { _ in ReadyList() }

  var best: Priority? { levels.lastIndex { !$0.isEmpty }.flatMap(Priority.init) }

  mutating func append(_ job: JobCore) { levels[job.priority.rawValue].append(job) }

  mutating func prepend(_ job: JobCore) { levels[job.priority.rawValue].prepend(job) }

  /// - Parameter priority: The job's priority at the time when it was added.
  mutating func remove(_ job: JobCore, from priority: Priority) { levels[priority.rawValue].remove(job) }

  mutating func popFirst(of priority: Priority) -> JobCore? { levels[priority.rawValue].popFirst() }
}

/// A linked list of jobs. The jobs' queue retains them, so neighbours don't retain each other.
package struct ReadyList {
  unowned(unsafe) private var first: JobCore?
  unowned(unsafe) private var last: JobCore?
  /// The number of jobs. It is counted separately, because reading `first` would retain that job.
  private var count = 0

  package init() {}

  var isEmpty: Bool { count == 0 }

  package mutating func append(_ job: JobCore) {
    count += 1
    job.neighbours.previous = last
    if let last { last.neighbours.next = job } else { first = job }
    last = job
  }

  mutating func prepend(_ job: JobCore) {
    count += 1
    job.neighbours.next = first
    if let first { first.neighbours.previous = job } else { last = job }
    first = job
  }

  package mutating func remove(_ job: JobCore) {
    count -= 1
    let (previous, next) = (job.neighbours.previous, job.neighbours.next)
    if let next { next.neighbours.previous = previous } else { last = previous }
    if let previous { previous.neighbours.next = next } else { first = next }
    job.neighbours = Neighbours()
  }

  package mutating func popFirst() -> JobCore? {
    guard let job = first else { return nil }
    remove(job)
    return job
  }

  /// The jobs before and after a job.
  struct Neighbours {
    unowned(unsafe) fileprivate var previous: JobCore?
    unowned(unsafe) fileprivate var next: JobCore?
  }
}

/// The number of jobs of each priority.
package struct PriorityCounts {
  private var counts = Priority.allCases.map { _ in 0 }

  package init() {}

  package mutating func add(_ change: Int, of priority: Priority) { counts[priority.rawValue] += change }

  package func hasAny(above priority: Priority) -> Bool {
    counts[(priority.rawValue + 1)...].contains { $0 > 0 }
  }

  package func hasAny(below priority: Priority) -> Bool { counts[..<priority.rawValue].contains { $0 > 0 } }
}
