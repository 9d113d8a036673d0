// Cycles are detected as edges come, by the algorithm for sparse graphs of Bender, Fineman, Gilbert and Tarjan, “A New
// Approach to Incremental Cycle Detection and Related Problems” (ACM Transactions on Algorithms 12, 2016, section 2).
// Every job has a level, never above that of a job that depends on it. Most edges agree with the levels and cost nothing;
// the others search a bounded number of edges back, or raise levels: O(√m) an edge, amortised over m edges. The paper shows
// that for edges that are only added; here jobs also end, and with them their edges.

extension JobCore {
  /// Throws if `other` depends on this job already, directly or through others. Keeps the levels for the edge to come.
  final func detectCycle(dependingOn other: JobCore) throws(EngineError) {
    if other === self { throw .cycle(jobs: [name]) }
    if dependents.isEmpty {
      // Nothing can lead back from here.
      level = max(level, other.level)
    } else if other.prerequisites.isEmpty {
      // Nothing leads there.
      other.level = min(other.level, level)
    } else if other.level >= level {
      let search = other.searchBack(for: self)
      if search.isComplete, other.level == level, !search.hasFound { return }
      let newLevel = search.isComplete ? other.level : other.level + 1
      guard !search.hasFound, let raised = jobsToRaise(to: newLevel, unlessTheyMeet: search.mark) else {
        throw .cycle(jobs: [name] + other.names(toDependOn: self))
      }
      for job in raised { job.level = newLevel }
    }
  }

  /// Marks this job and those of its level that it waits for, until a bound is reached.
  private final func searchBack(for wanted: JobCore) -> (hasFound: Bool, isComplete: Bool, mark: UInt64) {
    let visited = engine.nextMark()
    var edgesLeft = Int(Double(engine.edgesAdded).squareRoot())
    var stack = [self]
    mark = visited
    while let job = stack.popLast() {
      for next in job.heldBy {
        if next === wanted { return (true, true, visited) }
        if edgesLeft == 0 {
          // What was visited is not all: only this job itself is sure to be met from the other side.
          mark = engine.nextMark()
          return (false, false, mark)
        }
        edgesLeft -= 1
        if next.level == level, next.mark != visited {
          next.mark = visited
          stack.append(next)
        }
      }
    }
    return (false, true, visited)
  }

  /// This job and those that depend on it and stand below `newLevel`; nil when that leads to a job with this mark.
  private final func jobsToRaise(to newLevel: Int, unlessTheyMeet visited: UInt64) -> [JobCore]? {
    let raised = engine.nextMark()
    var jobs = [self]
    var next = 0
    mark = raised
    while next < jobs.count {
      for dependent in jobs[next].dependents.jobs where !dependent.hasEnded {
        if dependent.mark == visited { return nil }
        if dependent.level < newLevel, dependent.mark != raised {
          dependent.mark = raised
          jobs.append(dependent)
        }
      }
      next += 1
    }
    return jobs
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
