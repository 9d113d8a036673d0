import Base

/// One workload, run through several engines by turns.
public struct Comparison: Codable, Sendable {
  /// One run of one engine, or two of which the second was cancelled half way.
  public struct Run: Codable, Sendable {
    /// Runs of one block are pairs.
    public let block: Int
    /// The place of the engine among ``Comparison/engines``, where one can stand twice.
    public let column: Int
    public let figures: [Figure: Double]

    public init(block: Int, column: Int, figures: [Figure: Double]) {
      self.block = block
      self.column = column
      self.figures = figures
    }
  }

  public let workload: String
  public let engines: [String]
  public let runs: [Run]

  public init(workload: String, engines: [String], runs: [Run]) {
    self.workload = workload
    self.engines = engines
    self.runs = runs
  }

  /// What the columns are called: an engine that stands twice is numbered, as in `gcd` and `gcd (2)`.
  public var names: [String] {
    engines.enumerated().map { column, engine in
      let before = engines[..<column].count { $0 == engine }
      return before == 0 ? engine : "\(engine) (\(before + 1))"
    }
  }

  /// An engine's value for a figure.
  public struct Cell: Sendable {
    public let samples: Samples
    /// To the first engine; nil for that engine itself, and where nothing can be divided by.
    public let ratio: PairedRatio?
  }

  public struct Row: Sendable {
    public let figure: Figure
    /// One for each engine; nil where it has no such figure.
    public let cells: [Cell?]
  }

  /// A row for every figure that any run has.
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

  /// By block.
  private func values(of figure: Figure, in column: Int) -> [Int: Double] {
    var values: [Int: Double] = [:]
    for run in runs where run.column == column { values[run.block] = run.figures[figure] }
    return values
  }

  private func ratio(of values: [Int: Double], to base: [Int: Double]) -> PairedRatio? {
    let blocks = values.keys.filter { base[$0] != nil }.sorted()
    return PairedRatio(blocks.compactMap { values[$0] }, to: blocks.compactMap { base[$0] })
  }
}

/// The order in which runs are made: block by block, each with every run once, shuffled, so that other work of the machine
/// affects all of them alike, and runs of one block are pairs.
public func runOrder(_ runs: Int, blocks: Int, seed: UInt64) -> [(block: Int, run: Int)] {
  var random = SplitMix(seed: seed)
  return (0..<blocks).flatMap { block in
    var order = Array(0..<runs)
    random.shuffle(&order)
    return order.map { (block, $0) }
  }
}
