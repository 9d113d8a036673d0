import Engine

/// A set of identical jobs, used to compare runners.
public struct JobLoad: Sendable, Codable, Hashable {
  public enum Shape: String, CaseIterable, Sendable, Codable {
    /// No job depends on another.
    case independent
    /// Each job depends on the previous one.
    case chain
    /// All jobs depend on the first one, and the last one depends on all others.
    case fan
    /// The jobs form pairs, and the second job of each pair depends on the first. The two run on separate queues,
    /// like downloads and filters.
    case pairs
  }

  public var shape: Shape
  public var count: Int
  /// The maximum number of jobs that run simultaneously, if the runner supports a width.
  public var width: Int
  /// The time for which each job keeps its thread busy, in nanoseconds on an otherwise idle core. It is 0 for empty
  /// bodies.
  public var length: UInt64
  /// Whether jobs run while others are being added. Otherwise, all of them first wait on a suspended queue.
  public var isAddedWhileRunning: Bool { addedWhileRunning ?? false }
  /// The stored value. It is nil instead of false, because older records don't have it.
  private let addedWhileRunning: Bool?

  public init(
    shape: Shape = .independent, count: Int, width: Int, length: UInt64 = 0,
    isAddedWhileRunning: Bool = false
  ) {
    self.shape = shape
    self.count = count
    self.width = width
    self.length = length
    addedWhileRunning = isAddedWhileRunning ? true : nil
  }

  /// The names of the columns that identify a load in tables.
  static let heading = ["shape", "length", "width", "pending"]
  /// The load in these columns.
  var head: [String] {
    [
      shape.rawValue + (isAddedWhileRunning ? ", added while running" : ""),
      length == 0 ? "empty" : nanosecondText(length), "\(width)", numeral(Double(count), decimals: 0),
    ]
  }

  package var words: String { "\(head[3]) \(head[0]) jobs, \(head[1]), width \(width)" }

  /// Returns the figures of a run, given the time to create, add and run all jobs, in nanoseconds, and the memory that
  /// they took while they were waiting, in bytes.
  func figures(_ runner: JobRunner, time: Double, memory: Double) -> [Figure: Double] {
    var figures = [Figure.jobTime: time / Double(count) / 1e9]
    let waits = runner != .loop && runner != .taskGroup
    if waits, length == 0, count >= JobPlan.usualCount { figures[.jobMemory] = memory / Double(count) }
    return figures
  }

  var adding: JobAdding { JobAdding(together: isAddedWhileRunning ? (shape == .pairs ? 2 : 1) : nil) }

  var graph: JobGraph {
    let queues = (0..<(shape == .pairs ? 2 : 1)).map { JobGraph.Queue(name: "queue \($0)", width: width) }
    var jobs = (0..<count).map {
      JobGraph.Job(name: "job", queue: $0 % queues.count, run: Double(length) / 1e9)
    }
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

/// The way in which jobs are added: all before any of them runs, or in batches while others run.
///
/// Within a batch, a dependent is added before its prerequisite. With corelibs, an operation can wait forever if a
/// dependency finishes while the operation is being added.
struct JobAdding {
  /// The number of jobs in a batch, or nil if all are added before any of them runs.
  var together: Int?
  var isSuspended: Bool { together == nil }

  /// Returns the jobs to create together, and the order in which to add them.
  func batches(of count: Int) -> [JobBatch] {
    guard let together else { return [(0..<count, Array(0..<count))] }
    return stride(from: 0, to: count, by: together).map { start in
      let batch = start..<min(count, start + together)
      return (batch, batch.reversed())
    }
  }
}

/// Jobs that are created together, and the order in which they are added, by their index in the graph.
typealias JobBatch = (made: Range<Int>, added: [Int])

/// The objects of the current batch, by their index in the graph.
///
/// Those of earlier batches are released, as by a program that adds work and doesn't hold it. If they were held, a run would
/// mostly measure memory: the pages for all objects, and the difference that an engine releases a body that has run, but
/// a `BlockOperation` keeps it (source: corelibs, `BlockOperation.main`).
struct BatchObjects<Element> {
  private(set) var jobs = 0..<0
  private var elements: [Element] = []

  init(_ batches: [JobBatch]) { elements.reserveCapacity(batches.first?.made.count ?? 0) }

  mutating func begin(_ batch: JobBatch) {
    jobs = batch.made
    elements.removeAll(keepingCapacity: true)
  }

  mutating func append(_ element: Element) { elements.append(element) }

  subscript(job: Int) -> Element { elements[job - jobs.lowerBound] }

  var last: Element? { elements.last }
}

/// The time of a run in nanoseconds, and the increase in resident memory while the jobs were added, in bytes. The memory is
/// 0 if the system doesn't report it.
typealias JobTiming = (time: UInt64, memory: Int)

/// The standard sets of loads for comparisons, and their parameters.
public enum JobPlan {
  /// The total time of all bodies in a load, in nanoseconds. It is long enough to be measured.
  static let work: UInt64 = 400_000_000
  public static let lengths: [UInt64] = [0, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
  public static let counts = [1000, 10_000, 100_000, 1_000_000]
  /// The usual number of pending jobs, for loads that vary another parameter.
  public static let usualCount = 100_000

  /// The maximum time for a run in seconds. It is needed because raw OperationQueue takes minutes for some loads.
  /// Once a runner has exceeded it, that runner is skipped for that load.
  public static let limit = 20.0

  /// Returns the loads of both charts, and some with other shapes and widths. Ten runs of all runners take about ten
  /// minutes.
  public static func usual(cores: Int) -> [JobLoad] {
    unique(
      lengths.map { load(.independent, usualCount, cores, $0) }
        + counts.map { load(.independent, $0, cores, 0) }
        + [1, 64].map { load(.independent, 10_000, $0, 0) }
        + [.chain, .fan, .pairs].map { load($0, 1000, cores, 0) }
        + [.chain, .fan, .pairs].map { load($0, 1000, cores, 100_000) }
        + [.independent, .pairs].map {
          JobLoad(shape: $0, count: usualCount, width: cores, isAddedWhileRunning: true)
        })
  }

  /// Returns every combination, which takes hours.
  public static func full(cores: Int) -> [JobLoad] {
    unique(
      JobLoad.Shape.allCases.flatMap { shape in
        [1, cores, 64].flatMap { width in
          lengths.flatMap { length in counts.map { load(shape, $0, width, length) } }
        }
      })
  }

  private static func unique(_ loads: [JobLoad]) -> [JobLoad] {
    var seen: Set<JobLoad> = []
    return loads.filter { seen.insert($0).inserted }
  }

  private static func load(
    _ shape: JobLoad.Shape, _ count: Int, _ width: Int, _ length: UInt64
  ) -> JobLoad {
    let most = length == 0 ? count : Int(work / length)
    return JobLoad(shape: shape, count: min(count, most), width: width, length: length)
  }
}
