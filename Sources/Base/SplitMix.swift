/// A small random number generator with the same sequence on every platform: SplitMix64, based on Sebastiano
/// Vigna's public domain code (https://prng.di.unimi.it/splitmix64.c).
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Returns a random number in 0..<1.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a random number in `0..<bound`. `Int.random(in:using:)` isn't used, because its results may
  /// change with the version of Swift.
  package mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Shuffles the elements with the Fisher–Yates algorithm.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, number(below: last + 1))
    }
  }
}
