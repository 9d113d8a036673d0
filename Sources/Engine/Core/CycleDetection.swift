// A new edge closes a cycle if the prerequisite already depends on the job. Two searches take turns, edge by edge:
// one goes from the prerequisite to its prerequisites, the other from the job to its dependents. When either search
// runs out of edges, there is no path. The cost of an edge is therefore at most twice the number of edges on the
// smaller side. Most edges cost nothing, because a new job has no dependents.

extension JobCore {
  /// Throws if `other` already depends on this job, directly or through others.
  final func detectCycle(dependingOn other: JobCore) throws(EngineError) {
    if other === self { throw .cycle(jobs: [name]) }
    // This is a shortcut. The search would have the same result.
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

  /// Returns the names along the path from this job to `wanted`, which it depends on, for an error message.
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

/// A walk along the edges of jobs that haven't ended. It is used under the engine's lock.
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

  /// Returns the job at the end of the next edge, or nil after the last edge. The job may have been visited before.
  mutating func next() -> JobCore? {
    while !edges.isEmpty {
      if let job = edges[edges.count - 1].next() { return job }
      edges.removeLast()
    }
    return nil
  }
}
