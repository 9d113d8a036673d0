import Engine

/// Ready jobs in the order in which they go: by priority, and within one the first to become ready. Dispatch has
/// nothing of the kind.
///
/// Linked through the jobs themselves: adding and removing anywhere cost the same however many there are, and nothing is
/// allocated.
struct ReadyLevels {
  /// In the order of `Priority.rawValue`.
  private var levels = Priority.allCases.map { _ in Level() }

  /// The `rawValue` of the best priority; -1 when there is none.
  var best: Int { levels.lastIndex { $0.first != nil } ?? -1 }

  mutating func append(_ job: GCDJob) { levels[job.priority.rawValue].append(job) }

  mutating func prepend(_ job: GCDJob) { levels[job.priority.rawValue].prepend(job) }

  mutating func remove(_ job: GCDJob) { levels[job.priority.rawValue].remove(job) }

  /// Puts a job whose priority has changed last in its new level.
  mutating func move(_ job: GCDJob, from old: Priority) {
    levels[old.rawValue].remove(job)
    append(job)
  }

  mutating func popBest() -> GCDJob? {
    guard best >= 0, let job = levels[best].first else { return nil }
    levels[best].remove(job)
    return job
  }
}

/// Where a ready job stands. It is held by its queue, so that its neighbours need not hold it.
struct ReadyLinks {
  unowned(unsafe) fileprivate var previous: GCDJob?
  unowned(unsafe) fileprivate var next: GCDJob?
}

private struct Level {
  unowned(unsafe) var first: GCDJob?
  unowned(unsafe) var last: GCDJob?

  mutating func append(_ job: GCDJob) {
    job.links.previous = last
    if let last { last.links.next = job } else { first = job }
    last = job
  }

  mutating func prepend(_ job: GCDJob) {
    job.links.next = first
    if let first { first.links.previous = job } else { last = job }
    first = job
  }

  mutating func remove(_ job: GCDJob) {
    let (previous, next) = (job.links.previous, job.links.next)
    if let next { next.links.previous = previous } else { last = previous }
    if let previous { previous.links.next = next } else { first = next }
    job.links = ReadyLinks()
  }
}
