import Base
import Foundation

/// Validates the comparison itself: an engine compared with itself must not differ.
///
/// The figures of a run can't be treated as independent, because a delayed run is slow in all of them. A permutation
/// test (R. A. Fisher, The Design of Experiments, 1935, section 21) is used instead. It counts how often the columns
/// differ at least as much when they are swapped at random within each block.
public struct SameEngine: Sendable, Equatable {
  /// The number of comparisons that have a verdict.
  public let figures: Int
  /// The number of comparisons whose interval doesn't contain 1, although it should.
  public let strays: Int
  /// The probability that columns that are swapped at random in each block differ at least as much as the observed
  /// ones.
  public let likelihood: Double

  static let swaps = 1000

  /// - Parameter seed: The seed for the random swaps.
  /// - Returns: Nil unless all engines are the same.
  public init?(_ comparison: Comparison, seed: UInt64 = 1) {
    let columns = Array(comparison.engines.indices)
    guard columns.count > 1, Set(comparison.engines).count == 1 else { return nil }
    let ratios = comparison.rows.flatMap { $0.cells.dropFirst().compactMap { $0?.ratio } }
      .filter { $0.verdict != .unknown }
    (figures, strays) = (ratios.count, ratios.count { $0.place(in: 1...1) == .outside })

    let blocks = Set(comparison.runs.map(\.block)).sorted()
    let logarithms = comparison.rows.map { row in
      row.values.map { $0.filter { $0.value > 0 }.mapValues { log($0) } }
    }
    let observed = Self.lean(logarithms, blocks.map { ($0, columns) })
    var random = SplitMix(seed: seed)
    let asMuch = (0..<Self.swaps).count { _ in
      let lean = Self.lean(
        logarithms,
        blocks.map { block in
          var order = columns
          random.shuffle(&order)
          return (block, order)
        })
      // The tolerance allows for rounding errors, because the order of summation differs.
      return lean >= observed - 1e-9
    }
    // The observation itself counts as one of the permutations.
    likelihood = Double(asMuch + 1) / Double(Self.swaps + 1)
  }

  /// Whether chance alone would cause such a difference in more than one of a hundred comparisons.
  public var isNoDifference: Bool { likelihood > 0.01 }

  /// Returns how consistently the columns differ from the first one, as a sum over all figures and columns.
  ///
  /// Each of them contributes a value between 0 (the blocks cancel each other out) and 1 (all blocks point the same
  /// way). The number of deviating figures isn't used, because an interval is just as certain with nine of ten blocks
  /// as with all ten.
  /// - Parameters:
  ///   - logarithms: The logarithms of each figure, by column and block. Their differences correspond to ratios.
  ///   - orders: The order of the columns in each block.
  private static func lean(_ logarithms: [[[Int: Double]]], _ orders: [(block: Int, columns: [Int])])
    -> Double
  {
    logarithms.reduce(0) { sum, values in
      values.indices.dropFirst().reduce(sum) { sum, column in
        var (one, both) = (0.0, 0.0)
        for (block, columns) in orders {
          guard let value = values[columns[column]][block], let base = values[columns[0]][block] else {
            continue
          }
          one += value - base
          both += abs(value - base)
        }
        return both > 0 ? sum + abs(one) / both : sum
      }
    }
  }
}
