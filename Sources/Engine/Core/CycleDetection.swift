// A new edge closes a cycle if the prerequisite already depends on the job. Two searches take turns, edge by edge: back from
// the prerequisite, and ahead from the job. The first to run out of edges shows that no way leads from one to the other, so
// an edge costs at most twice what the smaller side has: up to all edges, for one within a long chain. Most cost nothing, as
// a new job has no dependents.

extension JobCore {
  /// Throws if `other` depends on this job already, directly or through others.
  final func detectCycle(dependingOn other: JobCore) throws(EngineError) {
    if other === self { throw .cycle(jobs: [name]) }
    // Only faster.
    if dependents.isEmpty || other.prerequisites.isEmpty { return }
    var back = CycleSearch(from: other, \.prerequisites)
    var ahead = CycleSearch(from: self, \.dependents)
    while let prerequisite = back.next(), let dependent = ahead.next() {
      if ahead.hasVisited(prerequisite) || back.hasVisited(dependent) {
        throw .cycle(jobs: [name] + other.names(toDependOn: self))
      }
      back.visit(prerequisite)
      ahead.visit(dependent)
    }
  }

  /// The names along the way from this job to `wanted`, which it depends on. For an error message only.
  private final func names(toDependOn wanted: JobCore) -> [String] {
    var cameFrom: [ObjectIdentifier: JobCore] = [:]
    var stack = [self]
    while let job = stack.popLast() {
      if job === wanted { break }
      for next in job.heldBy where cameFrom[ObjectIdentifier(next)] == nil && next !== self {
        cameFrom[ObjectIdentifier(next)] = job
        stack.append(next)
      }
    }
    var path: [JobCore] = []
    var job = cameFrom[ObjectIdentifier(wanted)]
    while let current = job {
      path.append(current)
      job = cameFrom[ObjectIdentifier(current)]
    }
    return path.reversed().map(\.name)
  }
}

/// A walk along the edges of jobs that have not ended. Under the engine's lock.
private struct CycleSearch {
  private let links: (JobCore) -> JobLinks
  private let mark: UInt64
  private var edges: [IndexingIterator<[JobCore]>] = []

  init(from job: JobCore, _ links: @escaping (JobCore) -> JobLinks) {
    self.links = links
    mark = job.engine.nextMark()
    visit(job)
  }

  func hasVisited(_ job: JobCore) -> Bool { job.mark == mark }

  mutating func visit(_ job: JobCore) {
    if hasVisited(job) || job.hasEnded { return }
    job.mark = mark
    edges.append(links(job).jobs.makeIterator())
  }

  /// The job at the end of the next edge, which may have been visited. Nil when there are no more.
  mutating func next() -> JobCore? {
    while !edges.isEmpty {
      if let job = edges[edges.count - 1].next() { return job }
      edges.removeLast()
    }
    return nil
  }
}
