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
  /// Whether jobs run while others are being added, rather than all of them waiting on a suspended queue first.
  public var isAddedWhileRunning: Bool { addedWhileRunning ?? false }
  /// Nil rather than false, because older records don't have it.
  private let addedWhileRunning: Bool?

  /// - Parameter rate: how fast the machine is.
  public init(
    shape: Shape = .independent, count: Int, width: Int, length: UInt64 = 0, rate: SpinRate = SpinRate(),
    isAddedWhileRunning: Bool = false
  ) {
    self.shape = shape
    self.count = count
    self.width = width
    self.length = length
    addedWhileRunning = isAddedWhileRunning ? true : nil
    spins = Int(Double(length) * rate.perNanosecond)
  }

  /// The shape as tables name it.
  var shapeText: String { shape.rawValue + (isAddedWhileRunning ? ", added while running" : "") }

  /// How its jobs are handed over.
  var adding: JobAdding {
    isAddedWhileRunning ? .running(together: shape == .pairs ? 2 : 1) : .suspended
  }

  /// The jobs and their dependencies. What each does is in `spins`.
  var graph: JobGraph {
    let queues = (0..<(shape == .pairs ? 2 : 1)).map { JobGraph.Queue(name: "queue \($0)", width: width) }
    var jobs = (0..<count).map { JobGraph.Job(name: "job", queue: $0 % queues.count) }
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

/// How jobs are handed over.
enum JobAdding {
  /// All of them, while nothing runs.
  case suspended
  /// While others run, so many together, of which a dependent is added before its prerequisite. With corelibs an operation
  /// can wait forever when a dependency finishes while it is being added.
  case running(together: Int)

  var isSuspended: Bool { if case .suspended = self { true } else { false } }

  /// The jobs that are made and added together, and the order in which they are added.
  func batches(of count: Int) -> [(made: Range<Int>, added: [Int])] {
    switch self {
    case .suspended: [(0..<count, Array(0..<count))]
    case .running(let together):
      stride(from: 0, to: count, by: together).map { start in
        let batch = start..<min(count, start + together)
        return (batch, batch.reversed())
      }
    }
  }
}

/// The times of a load, in nanoseconds.
public struct JobTiming: Sendable, Codable {
  /// Making all jobs and handing them over.
  public var fill: UInt64
  /// From letting them run until the last has ended.
  public var drain: UInt64
  /// Resident memory that was taken between, in bytes; 0 where the system does not report it.
  public var memory: Int
}

/// The loads that are compared.
public enum JobPlan {
  /// The time of all bodies of a load together, in nanoseconds: long enough to be measured.
  static let work: UInt64 = 400_000_000
  public static let lengths: [UInt64] = [0, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
  public static let counts = [1000, 10_000, 100_000, 1_000_000]
  /// The number pending where something else is compared.
  public static let usualCount = 100_000

  /// Seconds that one run may take: raw OperationQueue takes minutes for some loads. A runner that takes longer once is left out
  /// of that load.
  public static let limit = 20.0

  /// The loads of the two charts, and some of other shapes and widths: some ten minutes for ten runs of all runners.
  public static func usual(cores: Int, rate: SpinRate) -> [JobLoad] {
    let load = { (shape: JobLoad.Shape, count: Int, width: Int, length: UInt64) in
      bounded(shape, count, width, length, rate)
    }
    return unique(
      lengths.map { load(.independent, usualCount, cores, $0) }
        + counts.map { load(.independent, $0, cores, 0) }
        + [1, 64].map { load(.independent, 10_000, $0, 0) }
        + [.chain, .fan, .pairs].map { load($0, 1000, cores, 0) }
        + [.chain, .fan, .pairs].map { load($0, 1000, cores, 100_000) }
        + [.independent, .pairs].map {
          JobLoad(shape: $0, count: usualCount, width: cores, isAddedWhileRunning: true)
        })
  }

  /// Every combination: hours.
  public static func full(cores: Int, rate: SpinRate) -> [JobLoad] {
    unique(
      JobLoad.Shape.allCases.flatMap { shape in
        [1, cores, 64].flatMap { width in
          lengths.flatMap { length in counts.map { bounded(shape, $0, width, length, rate) } }
        }
      })
  }

  private static func unique(_ loads: [JobLoad]) -> [JobLoad] {
    var seen: Set<JobLoad> = []
    return loads.filter { seen.insert($0).inserted }
  }

  private static func bounded(
    _ shape: JobLoad.Shape, _ count: Int, _ width: Int, _ length: UInt64, _ rate: SpinRate
  ) -> JobLoad {
    let most = length == 0 ? count : Int(work / length)
    return JobLoad(shape: shape, count: min(count, most), width: width, length: length, rate: rate)
  }
}
