import Base
import Foundation

/// The ratio of one engine's values to another's: the median of the ratios of paired runs, with a 95 % confidence
/// interval.
///
/// The interval comes from a bootstrap: the pairs are resampled with replacement, and the medians of the resamples
/// show how far chance alone could move the median. With few pairs, plain percentiles are too narrow, so they are
/// widened as described by T. Hesterberg (What Teachers Should Know About the Bootstrap, 2015, section 4.3).
public struct PairedRatio: Codable, Sendable, Equatable {
  public let ratio: Double
  /// The lower end of the interval, or nil if there are too few pairs.
  public let low: Double?
  /// The upper end of the interval, or nil if there are too few pairs.
  public let high: Double?

  public enum Verdict: String, Codable, Sendable {
    case less, more
    /// The whole interval lies in ``PairedRatio/equality``.
    case equal
    /// The interval contains 1, and is too wide to show that there is no difference.
    case noDifference = "no difference found"
    /// There are too few pairs.
    case unknown
  }

  public var verdict: Verdict {
    guard let low, let high else { return .unknown }
    if place(in: Self.equality) == .within { return .equal }
    return low > 1 ? .more : high < 1 ? .less : .noDifference
  }

  /// The minimum number of pairs for an interval. Five pairs would agree in direction by chance in 6 of 100 cases,
  /// which is too often.
  public static let fewestPairs = 6
  private static let draws = 2000

  /// - Parameter seed: The seed for resampling, so that the same runs always give the same interval.
  /// - Returns: Nil if there are no values, or if a ratio can't be computed.
  /// - Precondition: Both arrays have the same length, and their values are paired by index.
  public init?(_ values: [Double], to base: [Double], seed: UInt64 = 1) {
    precondition(values.count == base.count)
    let ratios = zip(values, base).map { $0 == $1 ? 1 : $0 / $1 }
    guard !ratios.isEmpty, ratios.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    ratio = medianOf(ratios)
    guard ratios.count >= Self.fewestPairs else {
      (low, high) = (nil, nil)
      return
    }
    var random = SplitMix(seed: seed)
    (low, high) = Self.interval(outside: tail(pairs: ratios.count)) { random.medianOfDraw(ratios) }
  }

  /// Creates the ratio of the medians of runs that aren't paired, because they are from different records. Both are
  /// resampled separately (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 8).
  /// - Returns: Nil if either has too few runs, or if a value isn't positive.
  init?(unpaired values: [Double], to base: [Double], seed: UInt64 = 1) {
    guard min(values.count, base.count) >= Self.fewestPairs, (values + base).allSatisfy({ $0 > 0 }) else {
      return nil
    }
    var random = SplitMix(seed: seed)
    ratio = medianOf(values) / medianOf(base)
    (low, high) = Self.interval(outside: 0.025) { random.medianOfDraw(values) / random.medianOfDraw(base) }
  }

  /// - Parameter outside: The fraction of samples to leave out at each end.
  private static func interval(outside: Double, _ draw: () -> Double) -> (low: Double?, high: Double?) {
    let drawn = (0..<draws).map { _ in draw() }.sorted()
    let left = Int(outside * Double(draws))
    return (drawn[left], drawn[draws - 1 - left])
  }
}

extension SplitMix {
  /// Returns the median of a sample of the same size, drawn with replacement.
  mutating func medianOfDraw(_ values: [Double]) -> Double {
    medianOf(values.map { _ in values[number(below: values.count)] })
  }
}

/// Returns the fraction of samples to leave out at each end. With few pairs, it is less than 2.5 %.
private func tail(pairs: Int) -> Double {
  let (n, freedom) = (Double(pairs), Double(pairs - 1))
  // Student's t at 97.5 %, computed from the normal distribution (Abramowitz and Stegun 26.7.5).
  let z = 1.959963984540054
  let t =
    z + (pow(z, 3) + z) / (4 * freedom) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * pow(freedom, 2))
    + (3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z) / (384 * pow(freedom, 3))
  return erfc((n / freedom).squareRoot() * t / 2.0.squareRoot()) / 2
}

extension PairedRatio {
  /// The range that contains the whole interval of the ratio of engines that are called equal.
  static let equality = 0.95...1.05
  /// The range as text, such as “within 5 %”.
  public static let withinEquality = "within \(percent(equality.upperBound - 1))"
  /// The largest difference that the interval doesn't rule out, as a fraction, or nil if there are too few pairs.
  var reach: Double? { low.flatMap { low in high.map { max(1 - low, $0 - 1) } } }

  /// Returns a fraction as text, rounded up.
  static func percent(_ fraction: Double) -> String {
    // The tolerance allows for rounding errors, as in 1.3 - 1. Zero must not become -0.
    "\(numeral(abs((fraction * 100 - 1e-6).rounded(.up)), decimals: 0)) %"
  }

  /// Returns the clause for an interval that contains 1.
  static func notFound(_ name: String, reach: Double) -> String {
    let size = reach.isFinite ? "up to \(percent(reach))" : "any size"
    return "no \(name) was found, and one of \(size) may have been missed"
  }

  /// The ratio as text, or nil if it has no interval. The ratio alone would suggest more than is known.
  public var words: String? {
    guard let low, let high, let reach else { return nil }
    if verdict == .equal { return "equal \(Self.withinEquality)" }
    if verdict == .noDifference { return "no difference found (≤ \(Self.percent(reach)))" }
    // This gives enough digits to distinguish the near end from 1. Ends that are far apart are rounded separately.
    let near = max(min(abs(low - 1), abs(high - 1)), 0.001)
    let spread = (high - low) / 2
    let isWide = spread > ratio / 2
    let words = { (value: Double) in
      // This also applies to the near end of a wide interval.
      let distance = max(abs(value - 1), 0.001)
      return numeral(
        value, decimals: decimals(of: value, spread: isWide ? min(value / 8, distance) : min(spread, near)))
    }
    return low == high
      ? "×\(words(ratio))" : "×\(words(ratio)) (\(words(low)) to \(words(high)))"
  }
}
