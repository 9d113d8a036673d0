/// The results of the runs, for machines: written with them, and computed again from them when they are read.
extension Comparison {
  /// What one engine took for one figure.
  public struct Result: Encodable, Sendable {
    public let figure: Figure
    public let engine: String
    /// In seconds, bytes, or a count, as the runs are.
    public let median: Double
    /// The median absolute deviation.
    public let deviation: Double
    /// To the first engine, with its 95 % interval; nil for that engine itself.
    public let ratio: PairedRatio?
    public let verdict: PairedRatio.Verdict?
  }

  public var results: [Result] {
    rows.flatMap { row in
      zip(engines, row.cells).compactMap { engine, cell in
        cell.map {
          Result(
            figure: row.figure, engine: engine, median: $0.samples.median, deviation: $0.samples.deviation,
            ratio: $0.ratio, verdict: $0.ratio?.verdict)
        }
      }
    }
  }

  private enum Key: CodingKey { case workload, engines, results, runs }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(workload, forKey: .workload)
    try container.encode(engines, forKey: .engines)
    try container.encode(results, forKey: .results)
    try container.encode(runs, forKey: .runs)
  }
}
