import Foundation

/// Loads of jobs, each run by several runners in turn.
public struct JobComparison: Codable, Sendable {
  /// A runner's times for a load, run by run; runs of one place are pairs.
  public struct Series: Codable, Sendable {
    /// Nanoseconds to make all jobs and hand them over.
    public var fill: [Double] = []
    /// Nanoseconds from letting them run until the last had ended.
    public var drain: [Double] = []
    /// Bytes that the jobs took while they waited.
    public var memory: [Double] = []

    mutating func append(_ timing: JobTiming) {
      fill.append(Double(timing.fill))
      drain.append(Double(timing.drain))
      memory.append(Double(timing.memory))
    }

    var total: [Double] { zip(fill, drain).map { $0 + $1 } }
  }

  public struct Cell: Codable, Sendable {
    public let load: JobLoad
    /// By the runner's name; without runners that were too slow for this load.
    public var series: [String: Series]

    /// Nanoseconds a job, made, handed over and run.
    public func cost(_ runner: JobRunner) -> Samples? {
      samples(runner) { series in series.total.map { $0 / Double(load.count) } }
    }

    /// Bytes that a waiting job takes.
    public func memory(_ runner: JobRunner) -> Samples? {
      samples(runner) { series in series.memory.map { $0 / Double(load.count) } }
    }

    /// The share of all cores' time that went into the bodies: the bare work by the cores and the time. The bare work is
    /// the loop's fastest run, as whatever else the machine does can only have made the others slower. Nil for empty
    /// bodies, and where no loop was run.
    public func efficiency(_ runner: JobRunner, cores: Int) -> Samples? {
      guard load.length > 0, let bare = series[JobRunner.loop.rawValue]?.drain.min() else { return nil }
      return samples(runner) { series in series.total.map { bare / (Double(cores) * $0) } }
    }

    public func ratio(_ runner: JobRunner, to base: JobRunner) -> PairedRatio? {
      guard let own = series[runner.rawValue]?.total, let other = series[base.rawValue]?.total,
        own.count == other.count
      else { return nil }
      return PairedRatio(own, to: other)
    }

    private func samples(_ runner: JobRunner, _ values: (Series) -> [Double]) -> Samples? {
      guard let series = series[runner.rawValue], !series.fill.isEmpty else { return nil }
      return Samples(values(series))
    }
  }

  public let runners: [JobRunner]
  public let cores: Int
  public let cells: [Cell]

  /// Independent jobs of any length, at the width of the cores, the largest number of each length but the usual one.
  public var byLength: [Cell] {
    JobPlan.lengths.compactMap { length in
      independent.filter { $0.load.length == length && $0.load.count <= JobPlan.usualCount }
        .max { $0.load.count < $1.load.count }
    }
  }

  /// Empty independent jobs, at the width of the cores, by their number.
  public var byCount: [Cell] {
    independent.filter { $0.load.length == 0 }.sorted { $0.load.count < $1.load.count }
  }

  /// The loads whose jobs all wait before the first one runs.
  var pending: [Cell] { cells.filter { !$0.load.isAddedWhileRunning } }

  /// Empty jobs of this shape that run while others are being added.
  func addedWhileRunning(_ shape: JobLoad.Shape) -> Cell? {
    cells.first { $0.load.isAddedWhileRunning && $0.load.shape == shape && $0.load.length == 0 }
  }

  private var independent: [Cell] {
    pending.filter { $0.load.shape == .independent && $0.load.width == cores }
  }

  /// Within a tenth, it matters little which engine runs the jobs.
  static let alike = 0.9...1.1

  public enum Crossover: Sendable, Equatable {
    /// The shortest length, in nanoseconds, for which, as for all longer ones, the whole interval of operation's time to
    /// gcd's lies within 0.9 and 1.1.
    case from(UInt64)
    /// For the longest jobs that interval lies outside of it.
    case never
    /// For the longest jobs it lies partly outside: more runs are needed.
    case undecided
  }

  /// Jobs of this length, in nanoseconds, that depend on others: the shape in which operation's time to gcd's is the
  /// furthest from 1. Nil where there are no runs of both engines.
  public func dependent(_ length: UInt64) -> (shape: JobLoad.Shape, ratio: PairedRatio)? {
    pending.filter { $0.load.length == length && $0.load.shape != .independent }.compactMap { cell in
      cell.ratio(.operation, to: .gcd).map { (shape: cell.load.shape, ratio: $0) }
    }.max { abs(log($0.ratio.ratio)) < abs(log($1.ratio.ratio)) }
  }

  /// Nil where there are no runs of both engines.
  public var crossover: Crossover? {
    let ratios = byLength.filter { $0.load.length > 0 }.reversed().map {
      (length: $0.load.length, ratio: $0.ratio(.operation, to: .gcd))
    }
    guard let longest = ratios.first?.ratio else { return nil }
    let alike = ratios.prefix { $0.ratio?.place(in: Self.alike) == .within }
    if let shortest = alike.last { return .from(shortest.length) }
    return longest.place(in: Self.alike) == .outside ? .never : .undecided
  }
}

extension PairedRatio {
  enum Place { case within, outside, unknown }

  /// The place of the whole interval; unknown where it lies on both sides of a bound, or there is none.
  func place(in range: ClosedRange<Double>) -> Place {
    guard let low, let high else { return .unknown }
    if range.contains(low), range.contains(high) { return .within }
    return high < range.lowerBound || low > range.upperBound ? .outside : .unknown
  }
}

extension JobComparison {
  /// - Parameter timings: in the order of the runs; by load and then by runner, those of the first load first.
  public init(
    _ loads: [JobLoad], _ runners: [JobRunner], cores: Int, timings: [(column: Int, timing: JobTiming)]
  ) {
    var cells = loads.map { Cell(load: $0, series: [:]) }
    for (column, timing) in timings {
      let runner = runners[column % runners.count].rawValue
      cells[column / runners.count].series[runner, default: Series()].append(timing)
    }
    self.init(runners: runners, cores: cores, cells: cells)
  }
}

/// The results of the runs, for machines: written with them, and computed again from them when they are read.
extension JobComparison {
  /// The cost of one runner's job under one load.
  public struct Result: Encodable, Sendable {
    public let load: JobLoad
    public let runner: JobRunner
    /// Nanoseconds a job, made, handed over and run, and their median absolute deviation.
    public let cost: Double
    public let deviation: Double
    /// The bodies' share of all cores' time; nil for empty bodies, and without the loop.
    public let efficiency: Double?
    /// Bytes that a waiting job takes.
    public let memory: Double?
    /// The cost to that of raw Dispatch, with its 95 % interval.
    public let ratioToDispatch: PairedRatio?
    public let verdict: PairedRatio.Verdict?
  }

  public var results: [Result] {
    cells.flatMap { cell in
      runners.compactMap { runner in
        guard let cost = cell.cost(runner) else { return nil }
        let ratio = runner == .dispatch ? nil : cell.ratio(runner, to: .dispatch)
        return Result(
          load: cell.load, runner: runner, cost: cost.median, deviation: cost.deviation,
          efficiency: cell.efficiency(runner, cores: cores)?.median, memory: cell.memory(runner)?.median,
          ratioToDispatch: ratio, verdict: ratio?.verdict)
      }
    }
  }

  private enum Key: CodingKey { case runners, cores, results, goals, crossover, cells }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(runners, forKey: .runners)
    try container.encode(cores, forKey: .cores)
    try container.encode(results, forKey: .results)
    try container.encode(JobGoal.goals(of: self), forKey: .goals)
    try container.encodeIfPresent(crossover?.words, forKey: .crossover)
    try container.encode(cells, forKey: .cells)
  }
}

extension JobComparison.Crossover {
  fileprivate var words: String {
    switch self {
    case .from(let length): "from \(nanosecondsInWords(length))"
    case .never: "never"
    case .undecided: "not decided"
    }
  }
}
