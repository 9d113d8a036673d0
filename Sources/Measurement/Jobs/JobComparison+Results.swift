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

  public struct GoalResult: Encodable, Sendable {
    public let title: String
    public let ratio: PairedRatio
    public let limit: Double
    public let verdict: JobGoal.Verdict
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
    try container.encode(
      JobGoal.goals(of: self).map {
        GoalResult(title: $0.title, ratio: $0.ratio, limit: $0.limit, verdict: $0.verdict)
      }, forKey: .goals)
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
