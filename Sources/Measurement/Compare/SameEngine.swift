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

    let logarithms = Logarithms(comparison)
    let observed = logarithms.lean(logarithms.blocks.map { _ in columns })
    var random = SplitMix(seed: seed)
    let asMuch = (0..<Self.swaps).count { _ in
      let lean = logarithms.lean(
        logarithms.blocks.map { _ in
          var order = columns
          random.shuffle(&order)
          return order
        })
      // The tolerance allows for rounding errors, because the order of summation differs.
      return lean >= observed - 1e-9
    }
    // The observation itself counts as one of the permutations.
    likelihood = Double(asMuch + 1) / Double(Self.swaps + 1)
  }

  /// Whether chance alone would cause such a difference in more than one of a hundred comparisons.
  public var isNoDifference: Bool { likelihood > 0.01 }
}

/// The logarithms of a comparison's values. Their differences correspond to ratios.
private struct Logarithms {
  /// The logarithms of each block, by figure and column, or nil for missing values.
  let blocks: [[Figure: [Double?]]]

  init(_ comparison: Comparison) {
    var blocks: [Int: [Figure: [Double?]]] = [:]
    for run in comparison.runs {
      for (figure, value) in run.figures where value > 0 {
        blocks[run.block, default: [:]][
          figure, default: comparison.engines.map { _ in nil }][run.column] = log(value)
      }
    }
    self.blocks = blocks.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns how consistently the columns differ from the first one, as a sum over all figures and columns.
  ///
  /// Each of them contributes a value between 0 (the blocks cancel each other out) and 1 (all blocks point the same
  /// way). The number of deviating figures isn't used, because an interval is just as certain with nine of ten blocks
  /// as with all ten.
  func lean(_ orders: [[Int]]) -> Double {
    Figure.allCases.reduce(0) { sum, figure in
      (1..<(orders.first?.count ?? 1)).reduce(sum) { sum, column in
        var (one, both) = (0.0, 0.0)
        for (block, order) in zip(blocks, orders) {
          guard let row = block[figure], let value = row[order[column]], let base = row[order[0]] else {
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
