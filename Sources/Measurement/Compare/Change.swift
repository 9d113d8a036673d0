import Base
import Foundation

/// How a figure changed since an earlier record: the ratio of the medians, with the interval that chance alone explains.
///
/// The runs of two records are not pairs, so each record is resampled on its own, with replacement, and the ratios of the
/// medians of these draws give the interval (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993,
/// chapter 8: two-sample problems).
public struct Change: Sendable, Equatable {
  public let figure: Figure
  public let engine: String
  public let ratio: Double
  /// 95 % of the draws lie between them.
  public let low: Double
  public let high: Double

  public var isReal: Bool { low > 1 || high < 1 }

  /// Nil where there are fewer than six runs in one of the records, or nothing to divide by.
  init?(_ figure: Figure, _ engine: String, from old: [Double], to new: [Double], seed: UInt64 = 1) {
    guard min(old.count, new.count) >= PairedRatio.fewestPairs, (old + new).allSatisfy({ $0 > 0 }) else {
      return nil
    }
    var random = SplitMix(seed: seed)
    func draw(_ values: [Double]) -> Double {
      medianOf(values.map { _ in values[random.number(below: values.count)] })
    }
    let ratios = (0..<PairedRatio.draws).map { _ in draw(new) / draw(old) }.sorted()
    let outside = PairedRatio.draws / 40
    (self.figure, self.engine, ratio) = (figure, engine, medianOf(new) / medianOf(old))
    (low, high) = (ratios[outside], ratios[PairedRatio.draws - 1 - outside])
  }
}

extension Comparison {
  /// What changed since an earlier comparison of the same workload, for every figure and engine that both have.
  public func changes(since old: Comparison) -> [Change] {
    Figure.allCases.flatMap { figure in
      engines.enumerated().compactMap { column, engine -> Change? in
        guard let before = old.engines.firstIndex(of: engine) else { return nil }
        return Change(figure, engine, from: old.values(figure, before), to: values(figure, column))
      }
    }
  }

  private func values(_ figure: Figure, _ column: Int) -> [Double] {
    runs.filter { $0.column == column }.compactMap { $0.figures[figure] }
  }
}
