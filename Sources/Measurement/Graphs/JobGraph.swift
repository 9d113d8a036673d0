import Engine

/// Jobs as a program ran them: which waits for which, on which queue, and for how long each ran. It can be replayed through
/// any engine.
public struct JobGraph: Sendable, Equatable {
  public struct Queue: Sendable, Equatable {
    public var name: String
    /// How many run at a time.
    public var width: Int
  }

  public struct Job: Sendable, Equatable {
    public var name: String
    /// Its place in ``JobGraph/queues``.
    public var queue = 0
    public var priority = Priority.normal
    /// The jobs that have to end before it starts, by their places in ``JobGraph/jobs``.
    public var after: [Int] = []
    /// Seconds for which it keeps a thread.
    public var run = 0.0
    /// Seconds for which it goes on after that, and holds its slot but no thread.
    public var wait = 0.0
  }

  public var queues: [Queue]
  /// In the order in which they are added.
  public var jobs: [Job]

  /// The places of the jobs, each after those that it waits for (Kahn's algorithm). Jobs in a cycle, and those that wait
  /// for one, are missing.
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

  /// The names of jobs that wait for each other, each for the next, the last for the first; nil where there are none.
  var cycle: [String]? {
    let ordered = Set(order)
    guard var job = jobs.indices.first(where: { !ordered.contains($0) }) else { return nil }
    var way: [Int] = []
    var seen: Set<Int> = []
    while seen.insert(job).inserted {
      way.append(job)
      // Each that is missing waits for another that is missing.
      guard let other = jobs[job].after.first(where: { !ordered.contains($0) }) else { return nil }
      job = other
    }
    return way.drop { $0 != job }.map { jobs[$0].name }
  }
}

/// Why a file cannot be replayed.
public struct JobGraphError: Error, CustomStringConvertible {
  public let description: String
}
