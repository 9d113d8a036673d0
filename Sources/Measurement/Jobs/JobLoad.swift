import Engine

/// A number of like jobs, to be run by whatever runs jobs.
public struct JobLoad: Sendable, Codable, Hashable {
  public enum Shape: String, CaseIterable, Sendable, Codable {
    /// None waits for another.
    case independent
    /// Each waits for the one before.
    case chain
    /// One, then all the others but the last, then the last.
    case fan
    /// The second of each two waits for the first, on a queue of its own: as download and filter do.
    case pairs
  }

  public var shape: Shape
  public var count: Int
  /// How many run at a time, if the runner takes a width.
  public var width: Int
  /// How long each keeps its thread busy, in nanoseconds of a core that does nothing else; 0 for an empty body.
  public var length: UInt64
  /// The iterations of an idle loop that take that long. The work is given in iterations, not in time, because a clock
  /// continues while another thread has the core.
  public var spins: Int

  /// - Parameter rate: how fast the machine is.
  public init(
    shape: Shape = .independent, count: Int, width: Int, length: UInt64 = 0, rate: SpinRate = SpinRate()
  ) {
    self.shape = shape
    self.count = count
    self.width = width
    self.length = length
    spins = Int(Double(length) * rate.perNanosecond)
  }

  /// The jobs and their dependencies. What each does is in `spins`.
  var graph: JobGraph {
    let queues = (0..<(shape == .pairs ? 2 : 1)).map { JobGraph.Queue("queue \($0)", width: width) }
    var jobs = (0..<count).map { JobGraph.Job("job", queue: $0 % queues.count) }
    switch shape {
    case .independent: break
    case .chain: for job in jobs.indices.dropFirst() { jobs[job].after = [job - 1] }
    case .fan:
      let middle = jobs.indices.dropFirst().dropLast()
      for job in middle { jobs[job].after = [0] }
      if !middle.isEmpty { jobs[count - 1].after = Array(middle) }
    case .pairs: for job in stride(from: 1, to: count, by: 2) { jobs[job].after = [job - 1] }
    }
    return JobGraph(queues: queues, jobs: jobs)
  }
}

/// What a load took, in nanoseconds.
public struct JobTiming: Sendable, Codable {
  /// Making all jobs and handing them over, while nothing runs.
  public var fill: UInt64
  /// From letting them run until the last has ended.
  public var drain: UInt64
  /// Resident memory that was taken between, in bytes; 0 where the system does not report it.
  public var memory: Int
}
