import Base
import Engine

/// A workload that several engines ran in turn.
public struct Comparison: Codable, Sendable {
  /// One run of an engine, or two runs of which the second was cancelled halfway.
  public struct Run: Codable, Sendable {
    /// The block that the run belongs to. Runs of the same block are paired.
    public let block: Int
    /// The index of the engine in ``Comparison/engines``, which may contain an engine twice.
    public let column: Int
    public let figures: [Figure: Double]
  }

  public let workload: String
  public let engines: [String]
  public let runs: [Run]
  /// The calls in one run of each engine. Nil for jobs, and in records of older versions.
  package var apiCalls: [APICalls]?

  /// The names of the columns. An engine that occurs twice is numbered, as in `gcd` and `gcd (2)`.
  public var names: [String] {
    engines.enumerated().map { column, engine in
      let before = engines[..<column].count { $0 == engine }
      return before == 0 ? engine : "\(engine) (\(before + 1))"
    }
  }

  /// The values of one engine for a figure.
  public struct Cell: Sendable {
    public let samples: Samples
    /// The ratio to the first engine. It is nil for that engine itself, or if the ratio can't be computed.
    public let ratio: PairedRatio?
  }

  public struct Row: Sendable {
    public let figure: Figure
    /// One cell per engine, or nil if the engine has no such figure.
    public let cells: [Cell?]
  }

  /// The rows of the table, one for each figure that occurs in any run.
  public var rows: [Row] {
    Figure.allCases.compactMap { figure in
      let columns = engines.indices.map { values(of: figure, in: $0) }
      guard columns.contains(where: { !$0.isEmpty }) else { return nil }
      return Row(
        figure: figure,
        cells: columns.enumerated().map { column, values in
          values.isEmpty
            ? nil
            : Cell(
              samples: Samples(values.sorted { $0.key < $1.key }.map(\.value)),
              ratio: column == 0 ? nil : ratio(of: values, to: columns[0]))
        })
    }
  }

  /// Returns a column's values by block.
  private func values(of figure: Figure, in column: Int) -> [Int: Double] {
    var values: [Int: Double] = [:]
    for run in runs where run.column == column { values[run.block] = run.figures[figure] }
    return values
  }

  /// Returns the ratio of one column to another, computed from the blocks that have both.
  func ratio(_ figure: Figure, _ column: Int, to base: Int) -> PairedRatio? {
    ratio(of: values(of: figure, in: column), to: values(of: figure, in: base))
  }

  private func ratio(of values: [Int: Double], to base: [Int: Double]) -> PairedRatio? {
    let blocks = values.keys.filter { base[$0] != nil }.sorted()
    return PairedRatio(blocks.compactMap { values[$0] }, to: blocks.compactMap { base[$0] })
  }
}

/// Returns the order of the runs. Each block contains every run once, in random order. Other work on the machine
/// therefore affects all engines alike, and the runs of a block are pairs.
public func runOrder(_ runs: Int, blocks: Int, seed: UInt64) -> [(block: Int, run: Int)] {
  var random = SplitMix(seed: seed)
  return (0..<blocks).flatMap { block in
    var order = Array(0..<runs)
    random.shuffle(&order)
    return order.map { (block, $0) }
  }
}

extension Comparison {
  /// - Parameter results: The figures of all runs. Results with the same block and column are combined.
  public init(
    workload: String, engines: [String], results: [(block: Int, column: Int, figures: [Figure: Double])]
  ) {
    var runs: [[Int]: Run] = [:]
    for (block, column, figures) in results {
      let earlier = runs[[block, column]]?.figures ?? [:]
      runs[[block, column]] = Run(
        block: block, column: column, figures: earlier.merging(figures) { $1 })
    }
    self.init(
      workload: workload, engines: engines,
      runs: runs.values.sorted { ($0.block, $0.column) < ($1.block, $1.column) })
  }
}

/// The machine-readable results. They are written along with the runs, and recomputed when a record is read.
extension Comparison {
  /// The result of one engine for one figure.
  public struct Result: Encodable, Sendable {
    public let figure: Figure
    public let engine: String
    /// The median in the figure's unit: seconds, bytes or a count.
    public let median: Double
    /// The median absolute deviation.
    public let deviation: Double
    /// The ratio to the first engine with its 95 % interval, or nil for that engine itself.
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

  private enum Key: CodingKey { case workload, engines, apiCalls, results, runs }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(workload, forKey: .workload)
    try container.encode(engines, forKey: .engines)
    try container.encodeIfPresent(apiCalls, forKey: .apiCalls)
    try container.encode(results, forKey: .results)
    try container.encode(runs, forKey: .runs)
  }
}
