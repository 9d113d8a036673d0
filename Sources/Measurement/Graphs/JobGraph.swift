import Engine

/// The jobs of a program with their queues, dependencies and durations. A graph can be replayed with any engine.
public struct JobGraph: Sendable, Equatable {
  public struct Queue: Sendable, Equatable {
    public var name: String
    /// The maximum number of jobs that run simultaneously.
    public var width: Int
  }

  public struct Job: Sendable, Equatable {
    public var name: String
    /// The index of the queue in ``JobGraph/queues``.
    public var queue = 0
    public var priority = Priority.normal
    /// The indices in ``JobGraph/jobs`` of the jobs that must end before this one starts.
    public var after: [Int] = []
    /// The number of seconds for which the job keeps a thread busy.
    public var run = 0.0
    /// The number of seconds after that for which the job keeps its slot without using a thread.
    public var wait = 0.0
  }

  public var queues: [Queue]
  /// The jobs in the order in which they are added.
  public var jobs: [Job]

  /// The indices of the jobs in topological order (Kahn's algorithm). Jobs in a cycle, and those that depend on one,
  /// are missing.
  var order: [Int] {
    var missing = jobs.map(\.after.count)
    var dependents: [[Int]] = Array(repeating: [], count: jobs.count)
    for (index, job) in jobs.enumerated() { for other in job.after { dependents[other].append(index) } }
    var order = jobs.indices.filter { missing[$0] == 0 }
    var next = 0
    while next < order.count {
      for dependent in dependents[order[next]] {
        missing[dependent] -= 1
        if missing[dependent] == 0 { order.append(dependent) }
      }
      next += 1
    }
    return order
  }

  /// The names of jobs that form a cycle, in order, or nil if there is none.
  var cycle: [String]? {
    let ordered = Set(order)
    guard var job = jobs.indices.first(where: { !ordered.contains($0) }) else { return nil }
    var way: [Int] = []
    var seen: Set<Int> = []
    while seen.insert(job).inserted {
      way.append(job)
      // Every missing job depends on another missing job.
      guard let other = jobs[job].after.first(where: { !ordered.contains($0) }) else { return nil }
      job = other
    }
    return way.drop { $0 != job }.map { jobs[$0].name }
  }
}

/// An error that prevents a file from being replayed.
public struct JobGraphError: Error, CustomStringConvertible {
  public let description: String
}
