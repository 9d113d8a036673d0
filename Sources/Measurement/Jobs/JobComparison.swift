/// Loads of jobs, each through several runners by turns.
public struct JobComparison: Codable, Sendable {
  /// What a runner took for a load, run by run; runs of one place are pairs.
  public struct Series: Codable, Sendable {
    /// Nanoseconds to make all jobs and hand them over.
    public var fill: [Double] = []
    /// Nanoseconds from letting them run until the last had ended.
    public var drain: [Double] = []
    /// Bytes that they took while they waited.
    public var memory: [Double] = []

    public init() {}

    public mutating func append(_ timing: JobTiming) {
      fill.append(Double(timing.fill))
      drain.append(Double(timing.drain))
      memory.append(Double(timing.memory))
    }

    var total: [Double] { zip(fill, drain).map { $0 + $1 } }
  }

  public struct Cell: Codable, Sendable {
    public let load: JobLoad
    /// By the runner's name; none for a runner that was too slow for this load.
    public var series: [String: Series]

    public init(load: JobLoad, series: [String: Series]) {
      self.load = load
      self.series = series
    }

    /// Nanoseconds a job, made, handed over and run.
    public func cost(_ runner: JobRunner) -> Samples? {
      samples(runner) { series in series.total.map { $0 / Double(load.count) } }
    }

    /// Bytes that a waiting job takes.
    public func memory(_ runner: JobRunner) -> Samples? {
      samples(runner) { series in series.memory.map { $0 / Double(load.count) } }
    }

    /// The share of all cores' time that went into the bodies: the bare work, as the loop took it in the same run, by
    /// the cores and the time. Nil for empty bodies.
    public func efficiency(_ runner: JobRunner, cores: Int) -> Samples? {
      guard load.length > 0, let bare = series[JobRunner.loop.rawValue]?.drain else { return nil }
      return samples(runner) { series in
        zip(bare, series.total).map { $0 / (Double(cores) * $1) }
      }
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

  public init(runners: [JobRunner], cores: Int, cells: [Cell]) {
    self.runners = runners
    self.cores = cores
    self.cells = cells
  }

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

  private var independent: [Cell] {
    cells.filter { $0.load.shape == .independent && $0.load.width == cores }
  }

  /// The shortest length, in nanoseconds, from which on the engine made no difference: neither our engines' costs nor
  /// those of all longer jobs were 5 % apart. Nil if there is none.
  public var crossover: UInt64? {
    var shortest: UInt64?
    for cell in byLength.reversed() where cell.load.length > 0 {
      guard let ratio = cell.ratio(.operation, to: .gcd) else { return shortest }
      guard ratio.verdict == .noDifference || abs(ratio.ratio - 1) < 0.05 else { break }
      shortest = cell.load.length
    }
    return shortest
  }
}
