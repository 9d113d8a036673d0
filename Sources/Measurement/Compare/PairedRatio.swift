import Base
import Foundation

/// How many times as much one engine takes as another: the median of the ratios of runs that were made side by side,
/// with an interval that holds the true one in 95 of 100 comparisons.
///
/// The interval is a bootstrap over the pairs: they are resampled with replacement, and the medians of these draws
/// show how far chance alone would carry the median. For a few pairs plain percentiles are too narrow; they are widened
/// as T. Hesterberg describes (What Teachers Should Know About the Bootstrap, 2015, section 4.3).
public struct PairedRatio: Codable, Sendable, Equatable {
  public let ratio: Double
  /// The interval; nil where there are too few pairs for one.
  public let low: Double?
  public let high: Double?

  public enum Verdict: String, Codable, Sendable {
    case less, more
    case noDifference = "no difference"
    /// Too few pairs.
    case unknown
  }

  public var verdict: Verdict {
    guard let low, let high else { return .unknown }
    return low > 1 ? .more : high < 1 ? .less : .noDifference
  }

  /// Five pairs that all point one way do so by chance in 6 of 100 cases: too often.
  public static let fewestPairs = 6
  static let draws = 2000

  /// - Parameter seed: of the draws, so that the same runs give the same interval.
  /// - Returns: nil where there is nothing to divide by, or nothing at all.
  /// - Precondition: both have as many values, in the order of the pairs.
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

  /// - Parameter outside: the share of the draws to leave out at each end.
  static func interval(outside: Double, _ draw: () -> Double) -> (low: Double, high: Double) {
    let drawn = (0..<draws).map { _ in draw() }.sorted()
    let left = Int(outside * Double(draws))
    return (drawn[left], drawn[draws - 1 - left])
  }
}

extension SplitMix {
  /// The median of as many values, drawn with replacement.
  mutating func medianOfDraw(_ values: [Double]) -> Double {
    medianOf(values.map { _ in values[number(below: values.count)] })
  }
}

/// The share of draws to leave out at each end, in place of 2.5 %.
private func tail(pairs: Int) -> Double {
  let (n, freedom) = (Double(pairs), Double(pairs - 1))
  // Student's t at 97.5 %, from the normal distribution's: Abramowitz and Stegun 26.7.5.
  let z = 1.959963984540054
  let t =
    z + (pow(z, 3) + z) / (4 * freedom) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * pow(freedom, 2))
    + (3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z) / (384 * pow(freedom, 3))
  return erfc((n / freedom).squareRoot() * t / 2.0.squareRoot()) / 2
}

extension PairedRatio {
  /// A difference too small to mention, though it may be real.
  static let trifle = 0.005

  /// Nil for too few runs: a ratio without an interval would say more than is known.
  public var words: String? {
    guard let low, let high else { return nil }
    if verdict == .noDifference { return "no difference found" }
    if low > 1 - Self.trifle, high < 1 + Self.trifle { return "the same to half a percent" }
    // Enough digits to keep the near end off 1; ends that are far apart have their own.
    let near = max(min(abs(low - 1), abs(high - 1)), 0.001)
    let spread = (high - low) / 2
    let isWide = spread > ratio / 2
    let words = { (value: Double) in
      // The same for the near end of a wide interval.
      let distance = max(abs(value - 1), 0.001)
      return numeral(
        value, decimals: decimals(of: value, spread: isWide ? min(value / 8, distance) : min(spread, near)))
    }
    return low == high
      ? "×\(words(ratio))" : "×\(words(ratio)) (\(words(low)) to \(words(high)))"
  }
}
