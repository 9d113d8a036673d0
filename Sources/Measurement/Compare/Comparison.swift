import Base
import Engine
import Foundation

/// A workload, a graph of jobs, or loads of jobs, that several engines ran in turn.
public struct Comparison: Codable, Sendable {
  /// One run of an engine, or two runs of which the second was cancelled halfway.
  public struct Run: Codable, Sendable {
    /// The block that the run belongs to. Runs of the same block are paired.
    public let block: Int
    /// The index of the engine in ``Comparison/engines``, which may contain an engine twice.
    public let column: Int
    /// The index of the load in ``Comparison/loads``.
    var load: Int?
    public let figures: [Figure: Double]
  }

  public let workload: String
  /// The engines, and in comparisons of jobs also the raw APIs.
  public let engines: [String]
  public let runs: [Run]
  /// The loads of jobs that each engine ran, or nil if it ran one workload or graph.
  public let loads: [JobLoad]?
  /// The number of cores on which the loads ran.
  public let cores: Int?
  /// The rows of the table, one for each figure that occurs in any run, of each load.
  public private(set) var rows: [Row] = []
  /// The calls in one run of each engine. Nil for jobs, and in records of older versions.
  package var apiCalls: [APICalls]?

  init(workload: String, engines: [String], runs: [Run], loads: [JobLoad]? = nil, cores: Int? = nil) {
    (self.workload, self.engines, self.runs) = (workload, engines, runs)
    (self.loads, self.cores) = (loads, cores)
    rows = makeRows()
  }

  /// - Parameter results: The figures of all runs. Results with the same block and column are combined. With several
  ///   loads, columns number the engines of the first load, then those of the second load, and so on.
  public init(
    workload: String, engines: [String], loads: [JobLoad]? = nil, cores: Int? = nil,
    results: [(block: Int, column: Int, figures: [Figure: Double])]
  ) {
    var runs: [[Int]: Run] = [:]
    for (block, column, figures) in results {
      let earlier = runs[[block, column]]?.figures ?? [:]
      runs[[block, column]] = Run(
        block: block, column: column % engines.count, load: loads.map { _ in column / engines.count },
        figures: earlier.merging(figures) { $1 })
    }
    self.init(
      workload: workload, engines: engines,
      runs: runs.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value), loads: loads, cores: cores)
  }

  /// The names of the columns. An engine that occurs twice is numbered, as in `gcd` and `gcd (2)`.
  public var names: [String] {
    engines.enumerated().map { column, engine in
      let before = engines[..<column].count { $0 == engine }
      return before == 0 ? engine : "\(engine) (\(before + 1))"
    }
  }

  /// The number of blocks, which is the number of runs per engine.
  var blocks: Int { Set(runs.map(\.block)).count }

  /// Returns the row of a figure if there is only one load.
  func row(_ figure: Figure) -> Row? { rows.first { $0.figure == figure } }

  /// The values of one engine for a figure, in the order of the runs.
  public struct Cell: Sendable {
    public let values: [Double]
    public let median: Double
    /// The median absolute deviation. Half of the runs deviate less than this from the median.
    public let deviation: Double
    /// The ratio to another engine. It is nil if the engine isn't compared, or if the ratio can't be computed.
    public let ratio: PairedRatio?

    /// - Precondition: There is at least one value.
    init(_ values: [Double], ratio: PairedRatio? = nil) {
      let middle = medianOf(values)
      (self.values, median, self.ratio) = (values, middle, ratio)
      deviation = medianOf(values.map { abs($0 - middle) })
    }

    /// The smallest and the largest value.
    var ends: (Double, Double) { (values.min() ?? 0, values.max() ?? 0) }
  }

  public struct Row: Sendable {
    /// The load whose runs are shown, or nil if there is only one workload.
    public let load: JobLoad?
    public let figure: Figure
    /// One cell per engine, or nil if the engine has no such figure.
    public let cells: [Cell?]
    /// The values by column and block.
    let values: [[Int: Double]]

    fileprivate init?(
      _ figure: Figure, of load: JobLoad? = nil, _ values: [[Int: Double]], bases: [Int?]
    ) {
      guard values.contains(where: { !$0.isEmpty }) else { return nil }
      (self.load, self.figure, self.values) = (load, figure, values)
      cells = zip(values, bases).map { own, base in
        own.isEmpty
          ? nil
          : Cell(
            own.sorted { $0.key < $1.key }.map(\.value),
            ratio: base.flatMap { Self.ratio(of: own, to: values[$0]) })
      }
    }

    /// Returns the ratio of one column to another, computed from the blocks that have both.
    func ratio(_ column: Int, to base: Int) -> PairedRatio? {
      Self.ratio(of: values[column], to: values[base])
    }

    private static func ratio(of values: [Int: Double], to base: [Int: Double]) -> PairedRatio? {
      let blocks = values.keys.filter { base[$0] != nil }.sorted()
      return PairedRatio(blocks.compactMap { values[$0] }, to: blocks.compactMap { base[$0] })
    }
  }

  private func makeRows() -> [Row] {
    var values: [Int: [Figure: [[Int: Double]]]] = [:]
    let none = engines.map { _ in [Int: Double]() }
    for run in runs {
      for (figure, value) in run.figures {
        values[run.load ?? 0, default: [:]][figure, default: none][run.column][run.block] = value
      }
    }
    let (bases, loads) = (bases, loads.map { $0.map(Optional.some) } ?? [nil])
    return loads.enumerated().flatMap { index, load in
      Figure.allCases.compactMap { figure in
        let own = values[index]?[figure == .efficiency ? .jobTime : figure] ?? []
        return Row(figure, of: load, figure == .efficiency ? efficiency(load, own) : own, bases: bases)
      }
    }
  }

  /// The column with which each column is compared. It is the first one. In comparisons of loads, the engines are
  /// compared with `gcd`, and each with a trace with the same one without.
  private var bases: [Int?] {
    engines.indices.map { column in
      guard loads != nil else { return column == 0 ? nil : 0 }
      let runner = JobRunner(rawValue: engines[column])
      let base = runner?.untraced ?? (runner == .operation || runner == .tasks ? .gcd : nil)
      return base.flatMap { engines.firstIndex(of: $0.rawValue) }
    }
  }

  /// Returns the fraction of all cores' time that was spent in bodies. It is the bare work divided by the number of
  /// cores and by the time. The bare work is the fastest run of the loop, because other work on the machine can only
  /// slow runs down. It is empty for empty bodies, or if the loop wasn't run.
  private func efficiency(_ load: JobLoad?, _ times: [[Int: Double]]) -> [[Int: Double]] {
    guard let load, load.length > 0, let cores, !times.isEmpty,
      let loop = engines.firstIndex(of: JobRunner.loop.rawValue), let bare = times[loop].values.min()
    else { return [] }
    return times.map { $0.mapValues { bare / (Double(cores) * $0) } }
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

/// The machine-readable results. They are written along with the runs, and recomputed when a record is read.
extension Comparison {
  /// The result of one engine for one figure.
  public struct Result: Encodable, Sendable {
    public let load: JobLoad?
    public let figure: Figure
    public let engine: String
    /// The median in the figure's unit: seconds, bytes, a fraction or a count.
    public let median: Double
    /// The median absolute deviation.
    public let deviation: Double
    /// The ratio to the engine that it is compared with, and its 95 % interval.
    public let ratio: PairedRatio?
    public let verdict: PairedRatio.Verdict?
  }

  public var results: [Result] {
    rows.flatMap { row in
      zip(engines, row.cells).compactMap { engine, cell in
        cell.map {
          Result(
            load: row.load, figure: row.figure, engine: engine, median: $0.median,
            deviation: $0.deviation, ratio: $0.ratio, verdict: $0.ratio?.verdict)
        }
      }
    }
  }

  private enum Key: CodingKey {
    case workload, engines, loads, cores, apiCalls, results, runs
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(workload, forKey: .workload)
    try container.encode(engines, forKey: .engines)
    try container.encodeIfPresent(loads, forKey: .loads)
    try container.encodeIfPresent(cores, forKey: .cores)
    try container.encodeIfPresent(apiCalls, forKey: .apiCalls)
    try container.encode(results, forKey: .results)
    try container.encode(runs, forKey: .runs)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let engines = try container.decode([String].self, forKey: .engines)
    self.init(
      workload: try container.decode(String.self, forKey: .workload), engines: engines,
      runs: try container.decode([Run].self, forKey: .runs).filter { engines.indices.contains($0.column) },
      loads: try container.decodeIfPresent([JobLoad].self, forKey: .loads),
      cores: try container.decodeIfPresent(Int.self, forKey: .cores))
    apiCalls = try container.decodeIfPresent([APICalls].self, forKey: .apiCalls)
  }
}
