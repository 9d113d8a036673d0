import Base
import Timelines

/// How a figure changed since an earlier record: the ratio of the medians, with the interval that chance alone explains.
///
/// The runs of two records are not pairs, so each record is resampled on its own, with replacement, and the ratios of the
/// medians of these draws give the interval (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993,
/// chapter 8: two-sample problems).
struct Change: Sendable, Equatable {
  let figure: Figure
  let engine: String
  let ratio: Double
  /// 95 % of the draws lie between them.
  let low: Double
  let high: Double

  var isReal: Bool { low > 1 || high < 1 }

  /// Nil where there are fewer than six runs in one of the records, or nothing to divide by.
  init?(_ figure: Figure, _ engine: String, from old: [Double], to new: [Double], seed: UInt64 = 1) {
    guard min(old.count, new.count) >= PairedRatio.fewestPairs, (old + new).allSatisfy({ $0 > 0 }) else {
      return nil
    }
    var random = SplitMix(seed: seed)
    (self.figure, self.engine, ratio) = (figure, engine, medianOf(new) / medianOf(old))
    (low, high) = PairedRatio.interval(outside: 0.025) {
      random.medianOfDraw(new) / random.medianOfDraw(old)
    }
  }
}

extension Comparison {
  /// The changes since an earlier comparison of the same workload, for every figure and engine that both have.
  func changes(since old: Comparison) -> [Change] {
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

extension Record<Comparison> {
  /// The changes since an earlier record of the same workload, in a sentence or two.
  public func changes(since old: Record<Comparison>) -> String {
    let changes = measurement.changes(since: old.measurement)
    let since = "Since \(old.date ?? "the earlier record") (\(old.versions["pipeline"] ?? "unknown version"))"
    guard !changes.isEmpty else {
      return "\(since): no figure can be compared; both records need the same engine, "
        + "\(PairedRatio.fewestPairs) runs or more."
    }
    let words = { (value: Double) in
      numeral(value, decimals: min(2, decimals(of: value, spread: 0)))
    }
    let real = changes.filter(\.isReal).map { change in
      "\(change.figure.title) of \(change.engine) ×\(words(change.ratio)) "
        + "(\(words(change.low)) to \(words(change.high)))"
    }
    let isSameMachine = old.machine.processor == machine.processor && old.machine.cores == machine.cores
    let other =
      " That record is of another machine: \(old.machine.processor), \(counted(old.machine.cores, "core"))."
    return "\(since): " + (real.isEmpty ? "no change." : real.joined(separator: "; ") + ".")
      + (isSameMachine ? "" : other)
  }
}
