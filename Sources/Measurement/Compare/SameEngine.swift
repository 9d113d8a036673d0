import Base
import Foundation

/// A check of the comparison itself: an engine against itself must not differ.
///
/// The figures of a run are correlated, as a run that was held up is slow in all of them, so they cannot be treated as
/// independent. A permutation test (R. A. Fisher, The Design of Experiments, 1935, section 21) counts instead how often the
/// columns differ as much when they are swapped at random in each block.
public struct SameEngine: Sendable, Equatable {
  /// Figures that have a verdict.
  public let figures: Int
  /// Comparisons whose interval does not contain 1, though it should.
  public let strays: Int
  /// How often the columns, swapped at random in each block, differ as much as they do.
  public let likelihood: Double

  static let swaps = 1000

  /// - Parameter seed: of the swaps.
  /// - Returns: nil unless all engines are the same.
  public init?(_ comparison: Comparison, seed: UInt64 = 1) {
    let columns = Array(comparison.engines.indices)
    guard columns.count > 1, Set(comparison.engines).count == 1 else { return nil }
    let verdicts = comparison.rows.flatMap { $0.cells.dropFirst().compactMap { $0?.ratio?.verdict } }
      .filter { $0 != .unknown }
    (figures, strays) = (verdicts.count, verdicts.count { $0 != .noDifference })

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
      // Sums in another order differ in their last digits.
      return lean >= observed - 1e-9
    }
    // The observation itself counts as one of the swaps.
    likelihood = Double(asMuch + 1) / Double(Self.swaps + 1)
  }

  /// Whether chance alone would do so in more than one of a hundred comparisons.
  public var isNoDifference: Bool { likelihood > 0.01 }
}

/// The values of a comparison, as the sums and differences of their logarithms show their ratios.
private struct Logarithms {
  /// Block by block, by figure and column; nil where there is no value.
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

  /// How far the columns lie to one side of the first: for each figure from 0, where the runs of one block point one way
  /// and those of another the other, to 1, where all point the same way. The sum over all figures and columns.
  ///
  /// Not the number of figures that stray: the intervals are as sure of nine blocks in ten as they are of ten.
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
