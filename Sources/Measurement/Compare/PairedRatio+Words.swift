extension PairedRatio {
  /// A difference too small to mention, though it may be real.
  private static let trifle = 0.005

  /// Nil for too few runs: a ratio without an interval would say more than is known.
  public var words: String? {
    guard let low, let high else { return nil }
    if verdict == .noDifference { return "no difference found" }
    if low > 1 - Self.trifle, high < 1 + Self.trifle { return "the same to half a percent" }
    // As many digits as keep the near end off 1; ends that are far apart have their own.
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
