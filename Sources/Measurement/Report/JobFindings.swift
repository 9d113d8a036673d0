import Foundation

/// The findings of a job comparison as sentences.
extension JobComparison {
  /// The findings, first about the raw APIs and then about the engines built on them.
  var findings: [String] { [apisInWords, crossoverInWords, scatterInWords].compactMap(\.self) }

  /// The cost of a job with each raw API, and the shape whose dependencies cost most with OperationQueue.
  private var apisInWords: String? {
    guard let empty = byCount.first(where: { $0.load.count == JobPlan.usualCount }) else { return nil }
    let costs = [JobRunner.dispatch, .operationQueue, .taskGroup].compactMap { api in
      empty.cost(api).map { "\(api.rawValue) \(nanosecondText($0))" }
    }
    guard costs.count > 1 else { return nil }
    return "The APIs alone, for an empty job: \(costs.joined(separator: ", "))." + (dependenciesInWords ?? "")
  }

  private var dependenciesInWords: String? {
    let dependent = pending.filter { $0.load.shape != .independent && $0.load.width == cores }.compactMap {
      cell in
      cell.ratio(.operationQueue, to: .dispatch).map { (load: cell.load, ratio: $0) }
    }
    let empty = dependent.filter { $0.load.length == 0 }
    guard let worst = empty.max(by: { $0.ratio.ratio < $1.ratio.ratio }), let low = worst.ratio.low, low > 1
    else { return nil }
    let times = dependent.filter { $0.load.shape == worst.load.shape && $0.load.count == worst.load.count }
      .compactMap { load, ratio -> String? in
        guard let low = ratio.low, let high = ratio.high else { return nil }
        let words = { (value: Double) in numeral(value, decimals: high >= 10 ? 0 : 2) }
        let job = load.length == 0 ? "an empty one" : "one of \(nanosecondText(load.length))"
        return
          "\(job) takes \(words(ratio.ratio)) times as long as with dispatch (\(words(low)) to \(words(high)))"
      }
    return
      " With dependencies, operation-queue is slowest in the shape “\(worst.load.shape.rawValue)”: of "
      + "\(numeral(Double(worst.load.count), decimals: 0)) jobs, \(times.joined(separator: ", "))."
  }

  var crossoverInWords: String? {
    let (test, bounds) = ("the 95 % interval of the ratio", PairedRatio.equalityBounds)
    switch crossover {
    case .from(let length):
      return
        "For independent jobs of \(nanosecondText(length)) and more, operation’s time is "
        + "\(PairedRatio.withinEquality) of gcd’s: \(test) lies entirely in \(bounds)."
        + (dependentsInWords(length) ?? "")
    case .undecided:
      return
        "No length is marked as the one from which the engines are \(PairedRatio.withinEquality) of each "
        + "other: for the longest jobs, \(test) of operation’s time to gcd’s does not lie entirely in \(bounds). "
        + "More runs are needed to decide."
    case .never:
      return "The engine makes a difference for the longest jobs too: \(test) of operation’s time to gcd’s "
        + "lies outside \(bounds)."
    case nil: return nil
    }
  }

  private func dependentsInWords(_ length: UInt64) -> String? {
    guard let (shape, ratio) = dependent(length), let words = ratio.notFound ?? ratio.words else {
      return nil
    }
    return
      " Among jobs of \(nanosecondText(length)) that depend on others, the ratio is furthest from 1 for the shape "
      + "“\(shape.rawValue)”: \(words)."
  }
}

extension JobComparison {
  /// A warning that a line in the cost chart may have an accidental bump, or nil if the runs of each load agree.
  var scatterInWords: String? {
    let names = scatteredRunners.map(\.rawValue).joined(separator: ", ")
    return names.isEmpty
      ? nil
      : "Some runs of empty jobs took more than twice as long as others of the same load (\(names)), so a bump in "
        + "such a line may be due to chance."
  }

  var scatteredRunners: [JobRunner] {
    runners.filter { runner in byCount.contains { scatter($0, runner) != nil } }
  }

  /// Returns the fastest and the slowest run if the slowest took more than twice as long.
  func scatter(_ cell: Cell, _ runner: JobRunner) -> String? {
    guard runner.untraced == nil, runner != .loop, let costs = cell.cost(runner)?.values,
      let least = costs.min(), let most = costs.max(), most > 2 * least
    else { return nil }
    return "\(numeral(least, decimals: -1)) to \(numeral(most, decimals: -1)) ns"
  }
}

/// Returns the median and its spread with a suitable unit.
func nanosecondText(_ samples: Samples) -> String {
  let (unit, scale) =
    samples.median >= 999_500 ? (" ms", 1e-6) : samples.median >= 9995 ? (" µs", 1e-3) : (" ns", 1)
  return inWords(samples, scale) + unit
}

/// Returns the median and its spread as text.
func inWords(_ samples: Samples, _ scale: Double, isCount: Bool = false) -> String {
  let (median, spread) = (samples.median * scale, samples.deviation * scale)
  let digits = min(decimals(of: median, spread: spread), isCount ? 0 : .max)
  let isSteady = spread * pow(10, Double(digits)) <= 0.5
  return numeral(median, decimals: digits) + (isSteady ? "" : " ± \(numeral(spread, decimals: digits))")
}

extension JobLoad {
  package var words: String {
    let what = length == 0 ? "empty" : nanosecondText(length)
    return "\(numeral(Double(count), decimals: 0)) \(shapeText) jobs, \(what), width \(width)"
  }
}
