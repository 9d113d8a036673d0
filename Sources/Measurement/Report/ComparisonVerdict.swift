import Foundation
import Timelines

extension Comparison {
  /// The differences of each engine from the first one in plain English, beginning with those that people notice.
  public var verdict: String {
    guard engines.count > 1 else { return "One engine alone: there is nothing to compare it with." }
    guard blocks >= PairedRatio.fewestPairs else {
      return "\(counted(blocks, "run")) each: too few to tell what differs; use --runs "
        + "\(PairedRatio.fewestPairs) or more."
    }
    return engines.indices.dropFirst().map(verdict).joined(separator: " ")
  }

  /// The number of blocks, which is the number of runs per engine.
  var blocks: Int { Set(runs.map(\.block)).count }

  private func verdict(on column: Int) -> String {
    let differences = rows.compactMap { Difference($0, column) }.sorted()
    let told = differences.enumerated().filter { $0.offset < Difference.fewest || $0.element.isLarge }
      .map(\.element)
    let wall = rows.first { $0.figure == .wall }?.cells[column]?.ratio
    let nothingElse = differences.isEmpty ? ", and no other difference was found" : ""
    let isEquallyLong = wall?.verdict == .equal
    var time = isEquallyLong ? "took equally long (\(PairedRatio.withinEquality))\(nothingElse)" : ""
    if let notFound = wall?.notFound, let low = wall?.low, let high = wall?.high {
      time = "took \(PairedRatio.bounds(low, high)) times as long: \(notFound)"
    }
    // If no difference of the wall time was found, the statement that says so takes its position.
    let before = told.prefix { !time.isEmpty && $0.figure.rank < Figure.wall.rank }
    let predicates = [
      (text: listed(before.map(\.clause)), isOfBoth: false),
      (text: time, isOfBoth: isEquallyLong),
      (text: listed(told.dropFirst(before.count).map(\.clause)), isOfBoth: false),
    ].filter { !$0.text.isEmpty }

    let (engine, base) = (names[column], names[0])
    guard !predicates.isEmpty else {
      let reach = rows.compactMap { $0.cells[column]?.ratio?.reach }.max()
      return
        "Between \(engine) and \(base), \(PairedRatio.notFound("difference", reach: reach ?? .infinity))."
    }
    var sentences = predicates.enumerated().map { place, predicate in
      let subject =
        engines.count > 2
        ? (place == 0 ? "Compared with \(base), \(engine)" : "It") : predicate.isOfBoth ? "Both" : engine
      return "\(subject) \(predicate.text)."
    }
    let rest = differences.count - told.count
    if rest > 0 {
      sentences.append("\(counted(rest, "smaller difference")) \(rest == 1 ? "is" : "are") left out.")
    }
    return sentences.joined(separator: " ")
  }
}

/// A figure in which an engine differs from the first one.
private struct Difference: Comparable {
  let figure: Figure
  private let ratio: PairedRatio

  /// Returns nil if there is no difference worth mentioning.
  init?(_ row: Comparison.Row, _ column: Int) {
    guard let ratio = row.cells[column]?.ratio, ratio.verdict == .less || ratio.verdict == .more else {
      return nil
    }
    (figure, self.ratio) = (row.figure, ratio)
  }

  /// The number of differences that are mentioned even if they are small.
  static let fewest = 3

  /// Whether the difference is always mentioned.
  var isLarge: Bool { size > log(1.5) }

  private var size: Double { abs(log(ratio.ratio)) }

  /// Sorts figures that people notice by importance. All others come after them, the largest difference first.
  static func < (one: Difference, other: Difference) -> Bool {
    (one.figure.rank, -one.size) < (other.figure.rank, -other.size)
  }

  static func == (one: Difference, other: Difference) -> Bool {
    one.figure == other.figure && one.ratio == other.ratio
  }

  /// The difference as text, such as “used 11 % more CPU (1 to 14 %)”.
  var clause: String {
    let (verb, amount, object) = figure.clause
    let (size, interval) = ratio.amount(amount)
    return [verb, size, object, interval].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension PairedRatio {
  /// Returns the difference and its interval as text: “11 % more” and “(1 to 14 %)”, or “2.4 times as much” and “(2.1
  /// to 2.8)”. The interval is empty if all runs agree.
  fileprivate func amount(_ amount: Figure.Amount) -> (size: String, interval: String) {
    let (more, less, times) = amount.words
    if ratio >= 2 {
      let size = factor(ratio)
      return ("\(size) \(times)", factors == "\(size) to \(size)" ? "" : "(\(factors))")
    }
    let percent = { (value: Double) in
      // The ends of an interval that excludes 1 must not be rounded to 1.
      let share = max(abs(value - 1) * 100, 0.1)
      return numeral(share, decimals: share < 0.95 || ratio < 0.1 ? 1 : 0)
    }
    let ends = [low ?? ratio, high ?? ratio]
    let (near, far) = ratio > 1 ? (ends[0], ends[1]) : (ends[1], ends[0])
    let (size, interval) = (percent(ratio), "\(percent(near)) to \(percent(far))")
    return (
      "\(size) % \(ratio > 1 ? more : less)", interval == "\(size) to \(size)" ? "" : "(\(interval) %)"
    )
  }

  /// The interval as text, such as “2.1 to 2.8”.
  var factors: String { "\(factor(low ?? ratio)) to \(factor(high ?? ratio))" }

  /// Returns a ratio with the number of digits that its interval justifies.
  func factor(_ value: Double) -> String {
    numeral(value, decimals: decimals(of: value, spread: min(value / 8, ((high ?? 0) - (low ?? 0)) / 2)))
  }
}

/// Joins phrases, as in “a, b, and c”.
private func listed(_ parts: [String]) -> String {
  parts.count < 3
    ? parts.joined(separator: ", and ")
    : parts.dropLast().joined(separator: ", ") + ", and \(parts[parts.count - 1])"
}
