import Foundation

/// A comparison of job loads. Several runners ran each load in turn.
public struct JobComparison: Codable, Sendable {
  /// The times of one runner for a load, run by run. Runs with the same index are paired.
  public struct Series: Codable, Sendable {
    /// The time to create all jobs and add them, in nanoseconds.
    public var fill: [Double] = []
    /// The time from when the jobs are allowed to run until the last one has ended, in nanoseconds.
    public var drain: [Double] = []
    /// The memory that the jobs took while they were waiting, in bytes.
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
    /// The series by runner name. Runners that were too slow for this load are missing.
    public var series: [String: Series]

    /// Returns the time for creating, adding and running a job, in nanoseconds per job.
    public func cost(_ runner: JobRunner) -> Samples? {
      samples(runner) { series in series.total.map { $0 / Double(load.count) } }
    }

    /// Returns the number of bytes that a waiting job takes up.
    public func memory(_ runner: JobRunner) -> Samples? {
      samples(runner) { series in series.memory.map { $0 / Double(load.count) } }
    }

    /// Returns the fraction of all cores' time that was spent in bodies. It is the bare work divided by the number of
    /// cores and by the time. The bare work is the fastest run of the loop, because other work on the machine can
    /// only slow runs down. Returns nil for empty bodies, or if the loop wasn't run.
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

  /// Independent jobs of any length, with one slot per core. For each length, this is the load with the largest count
  /// that doesn't exceed the usual one.
  public var byLength: [Cell] {
    JobPlan.lengths.compactMap { length in
      independent.filter { $0.load.length == length && $0.load.count <= JobPlan.usualCount }
        .max { $0.load.count < $1.load.count }
    }
  }

  /// Empty independent jobs with one slot per core, sorted by count.
  public var byCount: [Cell] {
    independent.filter { $0.load.length == 0 }.sorted { $0.load.count < $1.load.count }
  }

  /// The loads whose jobs are all added before the first one runs.
  var pending: [Cell] { cells.filter { !$0.load.isAddedWhileRunning } }

  private var independent: [Cell] {
    pending.filter { $0.load.shape == .independent && $0.load.width == cores }
  }

  public enum Crossover: Sendable, Equatable {
    /// The shortest length, in nanoseconds, from which operation and gcd take about equally long. The interval of the
    /// ratio of their times lies entirely in ``PairedRatio/equality``. The same is true for all longer jobs.
    case from(UInt64)
    /// Even for the longest jobs, the interval lies outside that range.
    case never
    /// More runs are needed, because even for the longest jobs, the interval lies partly outside the range.
    case undecided
  }

  /// Returns the shape with dependencies and the given length, in nanoseconds, for which the ratio of operation's
  /// time to gcd's is furthest from 1. Returns nil if there are no runs of both engines.
  public func dependent(_ length: UInt64) -> (shape: JobLoad.Shape, ratio: PairedRatio)? {
    pending.filter { $0.load.length == length && $0.load.shape != .independent }.compactMap { cell in
      cell.ratio(.operation, to: .gcd).map { (shape: cell.load.shape, ratio: $0) }
    }.max { abs(log($0.ratio.ratio)) < abs(log($1.ratio.ratio)) }
  }

  /// The crossover, or nil if there are no runs of both engines.
  public var crossover: Crossover? {
    let ratios = byLength.filter { $0.load.length > 0 }.reversed().map {
      (length: $0.load.length, ratio: $0.ratio(.operation, to: .gcd))
    }
    guard let longest = ratios.first?.ratio else { return nil }
    let equal = ratios.prefix { $0.ratio?.verdict == .equal }
    if let shortest = equal.last { return .from(shortest.length) }
    return longest.place(in: PairedRatio.equality) == .outside ? .never : .undecided
  }
}

extension PairedRatio {
  enum Place { case within, outside, unknown }

  /// Returns the position of the whole interval. It is unknown if the interval contains a bound of the range or is
  /// missing.
  func place(in range: ClosedRange<Double>) -> Place {
    guard let low, let high else { return .unknown }
    if range.contains(low), range.contains(high) { return .within }
    return high < range.lowerBound || low > range.upperBound ? .outside : .unknown
  }
}

extension JobComparison {
  /// - Parameter timings: The timings in the order of the runs. Columns number the runners of the first load, then
  ///   those of the second load, and so on.
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

/// The machine-readable results. They are written along with the runs, and recomputed when a record is read.
extension JobComparison {
  /// The cost of a job with one runner and one load.
  public struct Result: Encodable, Sendable {
    public let load: JobLoad
    public let runner: JobRunner
    /// The time for creating, adding and running a job, in nanoseconds per job.
    public let cost: Double
    /// The median absolute deviation of the cost.
    public let deviation: Double
    /// The fraction of all cores' time that was spent in bodies. It is nil for empty bodies, or if the loop wasn't
    /// run.
    public let efficiency: Double?
    /// The number of bytes that a waiting job takes up.
    public let memory: Double?
    /// The ratio of the cost to that of raw Dispatch, with its 95 % interval.
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

  private enum Key: CodingKey { case runners, cores, results, crossover, cells }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(runners, forKey: .runners)
    try container.encode(cores, forKey: .cores)
    try container.encode(results, forKey: .results)
    try container.encodeIfPresent(crossover?.words, forKey: .crossover)
    try container.encode(cells, forKey: .cells)
  }
}

extension JobComparison.Crossover {
  fileprivate var words: String {
    switch self {
    case .from(let length): "from \(nanosecondText(length))"
    case .never: "never"
    case .undecided: "not decided"
    }
  }
}
