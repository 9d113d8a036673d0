/// A check of the comparison itself: an engine against itself is to be no different.
public struct SameEngine: Sendable, Equatable {
  /// Figures that have a verdict.
  public let figures: Int
  /// Those where the interval does not hold 1, though it should.
  public let strays: Int

  /// - Returns: nil where the engines are not all the same one.
  public init?(_ comparison: Comparison) {
    guard comparison.engines.count > 1, Set(comparison.engines).count == 1 else { return nil }
    let verdicts = comparison.rows.flatMap { $0.cells.dropFirst().compactMap { $0?.ratio?.verdict } }
      .filter { $0 != .unknown }
    self.init(figures: verdicts.count, strays: verdicts.count { $0 != .noDifference })
  }

  init(figures: Int, strays: Int) {
    self.figures = figures
    self.strays = strays
  }

  /// Whether chance alone, by which an interval of 95 % misses in one of twenty cases, would make so many strays in more
  /// than one of a hundred comparisons: the binomial distribution.
  public var isNoDifference: Bool {
    var (probability, fewer) = (1.0, 0.0)
    for _ in 0..<figures { probability *= 0.95 }
    for count in 0..<strays {
      fewer += probability
      probability *= Double(figures - count) / Double(count + 1) * 0.05 / 0.95
    }
    return 1 - fewer > 0.01
  }
}
