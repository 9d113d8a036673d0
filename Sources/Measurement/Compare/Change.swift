import Base
import Timelines

/// The change of a figure since an earlier record: the ratio of the medians, with a 95 % interval.
///
/// Runs of two different records aren't paired. Each record is therefore resampled separately, with replacement. The
/// interval contains 95 % of the ratios of the resampled medians (B. Efron and R. Tibshirani, An Introduction to the
/// Bootstrap, 1993, chapter 8: two-sample problems).
struct Change: Sendable, Equatable {
  let figure: Figure
  let engine: String
  let ratio: Double
  /// The lower end of the interval that contains 95 % of the resampled ratios.
  let low: Double
  /// The upper end of the interval.
  let high: Double

  var isReal: Bool { low > 1 || high < 1 }
  /// The largest change that the interval doesn't rule out, as a fraction.
  var reach: Double { max(1 - low, high - 1) }

  /// Returns nil if either record has fewer than six runs, or if a value isn't positive.
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
  /// Returns the changes since an earlier comparison of the same workload, for every figure and engine that both have.
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

  /// Returns the ratios to the first engine, if an earlier comparison of the same workload has that engine too.
  func ratios(comparedWith old: Comparison) -> [RatioChange] {
    guard let first = engines.first, let base = old.engines.firstIndex(of: first) else { return [] }
    return engines.indices.dropFirst().flatMap { column in
      Figure.allCases.compactMap { figure -> RatioChange? in
        guard let before = old.engines.firstIndex(of: engines[column]), before != base,
          let old = old.row(figure)?.ratio(before, to: base), let new = row(figure)?.ratio(column, to: 0)
        else { return nil }
        return RatioChange(figure: figure, engine: engines[column], base: first, old: old, new: new)
      }
    }
  }
}

/// The ratio between two engines, in an earlier record and now. A faster machine doesn't change it.
struct RatioChange: Equatable {
  let figure: Figure
  let engine: String
  let base: String
  let old: PairedRatio
  let new: PairedRatio

  /// Whether both ratios have an interval.
  var isKnown: Bool { old.low != nil && new.low != nil }

  /// Whether the change is real, because the intervals don't overlap.
  var isReal: Bool {
    guard let oldLow = old.low, let oldHigh = old.high, let low = new.low, let high = new.high else {
      return false
    }
    return low > oldHigh || high < oldLow
  }

  /// The largest change that the intervals don't rule out, as a fraction.
  fileprivate var reach: Double {
    guard let oldLow = old.low, let oldHigh = old.high, let low = new.low, let high = new.high else {
      return .infinity
    }
    return max(1 - low / oldHigh, high / oldLow - 1)
  }

  /// The change as text, such as “all shown, operation to gcd: 1.08 (0.94 to 1.21), now 0.22 (0.16 to 0.30)”.
  var words: String {
    "\(figure.title), \(engine) to \(base): \(old.factor(old.ratio)) (\(old.factors)), "
      + "now \(new.factor(new.ratio)) (\(new.factors))"
  }
}

extension Record<Comparison> {
  /// Returns the changes since an earlier record of the same workload in two paragraphs: those of each engine, and
  /// those of the ratios between engines.
  public func changes(since old: Record<Comparison>) -> [String] {
    let since = "Since \(old.date ?? "the earlier record") (\(old.versions["pipeline"] ?? "unknown version"))"
    let isSameMachine = old.machine.processor == machine.processor && old.machine.cores == machine.cores
    let other =
      "only ratios between engines can be compared, because that record is from another machine: "
      + "\(old.machine.processor), \(counted(old.machine.cores, "core"))."
    let engines = isSameMachine ? measurement.changesInWords(since: old.measurement) : other
    return ["\(since): \(engines)"]
      + [measurement.ratiosInWords(comparedWith: old.measurement)].compactMap { $0 }
  }
}

extension Comparison {
  fileprivate func changesInWords(since old: Comparison) -> String {
    let changes = changes(since: old)
    guard !changes.isEmpty else {
      return "no figure can be compared; both records need the same engine, "
        + "\(PairedRatio.fewestPairs) runs or more."
    }
    let words = { (value: Double) in
      numeral(value, decimals: min(2, decimals(of: value, spread: 0)))
    }
    let real = changes.filter(\.isReal).map { change in
      "\(change.figure.title) of \(change.engine) ×\(words(change.ratio)) "
        + "(\(words(change.low)) to \(words(change.high)))"
    }
    guard real.isEmpty else { return real.joined(separator: "; ") + "." }
    let widest = changes.max { $0.reach < $1.reach }.map { " in \($0.figure.title) of \($0.engine)" } ?? ""
    return PairedRatio.notFound("change", reach: changes.map(\.reach).max() ?? .infinity) + widest + "."
  }

  /// Returns the changed ratios as a paragraph, or nil if no two engines are in both records.
  fileprivate func ratiosInWords(comparedWith old: Comparison) -> String? {
    let ratios = ratios(comparedWith: old).filter(\.isKnown)
    guard !ratios.isEmpty else { return nil }
    let (real, count) = (ratios.filter(\.isReal), counted(ratios.count, "ratio"))
    guard !real.isEmpty else {
      let reach = ratios.map(\.reach).max() ?? .infinity
      return
        "Between engines, \(PairedRatio.notFound("change", reach: reach)): the intervals of \(count) overlap "
        + "the recorded ones."
    }
    return "Between engines, \(real.count) of \(count) moved outside the recorded interval:\n"
      + real.map { "  \($0.words)" }.joined(separator: "\n")
  }
}
