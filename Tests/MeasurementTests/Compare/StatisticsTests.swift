import Base
import Foundation
import Testing

@testable import Measurement

@Suite struct StatisticsTests {
  @Test("The median and its deviation are the middle ones, and an outlier moves them little")
  func samples() {
    let odd = Comparison.Cell([5, 1, 2, 100, 3])
    #expect(odd.median == 3)
    #expect(odd.deviation == 2)
    let even = Comparison.Cell([1, 2, 4, 8])
    #expect(even.median == 3)
    #expect(even.deviation == 1.5)
    #expect(Comparison.Cell([7]).deviation == 0)
  }

  @Test(
    "A value has no more digits than its spread supports",
    arguments: [
      (1.23456, 0.034, "1.23"), (1.23456, 0.00097, "1.23"), (1.2, 0.3, "1.2"), (2345.6, 120, "2,300"),
      (1_234_567, 999, "1,230,000"), (0.00123, 0.0004, "0.0012"), (3.14159, 0, "3.14"), (150.4, 0, "150"),
      (98_765, 0.2, "98,800"), (0, 0, "0"), (2, 10, "2"), (-1.26, 0.1, "-1.3"), (.infinity, 0, "inf"),
    ])
  func digits(value: Double, spread: Double, expected: String) {
    #expect(numeral(value, decimals: decimals(of: value, spread: spread)) == expected)
  }

  @Test("The ratio is that of the pairs, whatever the machine did to a whole pair")
  func ratio() throws {
    // Each pair takes twice as long as the previous one. The second engine takes about half as much again as the first.
    let base = (0..<10).map { Double(1 << $0) }
    let values = zip(base, [1.5, 1.52, 1.49, 1.5, 1.51, 1.48, 1.5, 1.53, 1.47, 1.5]).map { $0 * $1 }
    let result = try #require(PairedRatio(values, to: base))
    #expect(abs(result.ratio - 1.5) < 1e-9)
    #expect(result.verdict == .more)
    let (low, high) = (try #require(result.low), try #require(result.high))
    #expect(low > 1.46 && low < 1.5 && high > 1.5 && high < 1.54)
    #expect(PairedRatio(base, to: values)?.verdict == .less)
  }

  @Test("Equal runs are no different, the same seed gives the same interval, and another a like one")
  func seeds() throws {
    let (values, base) = ([3.0, 4, 5, 3, 4, 6, 5], [3.5, 3, 5, 4, 4, 5, 6])
    let first = try #require(PairedRatio(values, to: base, seed: 1))
    #expect(first == PairedRatio(values, to: base, seed: 1))
    #expect(first.verdict == .noDifference)
    #expect(PairedRatio(values, to: base, seed: 2)?.verdict == .noDifference)
    #expect(PairedRatio(base, to: base) == PairedRatio(values, to: values))
    #expect(PairedRatio([0, 0, 0, 0, 0, 0], to: [0, 0, 0, 0, 0, 0])?.verdict == .equal)
  }

  @Test(
    "A ratio's ends have digits enough to see on which side of 1 they are, unless none was found",
    arguments: [
      (1.5, 1.019, 3.1, "×1.5 (1.02 to 3.1)"), (0.81, 0.78, 0.81, "×0.81 (0.78 to 0.81)"),
      (1.02, 1.01, 1.05, "equal within 5 %"), (1, 0.95, 1, "equal within 5 %"),
      (1.02, 1.01, 1.051, "×1.02 (1.01 to 1.05)"), (1, 0.949, 1, "no difference found (≤ 6 %)"),
      (1.1, 0.9, 1.3, "no difference found (≤ 30 %)"), (1, 0.2, 1.3, "no difference found (≤ 80 %)"),
      (1, 0.2, 31, "no difference found (≤ 3,000 %)"),
    ])
  func words(ratio: Double, low: Double, high: Double, expected: String) throws {
    let json = #"{"ratio": \#(ratio), "low": \#(low), "high": \#(high)}"#
    #expect(try JSONDecoder().decode(PairedRatio.self, from: Data(json.utf8)).words == expected)
  }

  @Test("Five pairs prove nothing, and what cannot be divided has no ratio")
  func limits() {
    #expect(PairedRatio([2, 2, 2, 2, 2], to: [1, 1, 1, 1, 1])?.verdict == .unknown)
    #expect(PairedRatio([2, 2, 2, 2, 2, 2], to: [1, 1, 1, 1, 1, 1])?.verdict == .more)
    #expect(PairedRatio([1, 2], to: [0, 1]) == nil)
    #expect(PairedRatio([], to: []) == nil)
  }

  @Test("An interval misses the truth in about one of twenty comparisons, not in many more")
  func coverage() {
    var random = SplitMix(seed: 7)
    // The sum of twelve uniform numbers is close to a normal distribution.
    func noise() -> Double {
      (0..<12).reduce(0) { sum, _ in sum + Double(random.number(below: 1 << 20)) / Double(1 << 20) } - 6
    }
    let tries = 100
    let missed = (0..<tries).count { _ in
      let base = (0..<10).map { _ in 1 + 0.03 * noise() }
      let values = base.map { _ in 1 + 0.03 * noise() }
      return PairedRatio(values, to: base)?.place(in: 1...1) != .unknown
    }
    #expect(missed <= tries / 10)
  }

  @Test("Each block has every run once, in an order that the seed gives")
  func order() {
    let order = runOrder(6, blocks: 20, seed: 1)
    for block in 0..<20 {
      #expect(order.filter { $0.block == block }.map(\.run).sorted() == Array(0..<6))
    }
    #expect(order.map(\.block) == order.map(\.block).sorted())
    #expect(runOrder(6, blocks: 20, seed: 1).map(\.run) == order.map(\.run))
    #expect(runOrder(6, blocks: 20, seed: 2).map(\.run) != order.map(\.run))
    #expect(Set((0..<20).map { block in order.first { $0.block == block }?.run }).count > 3)
  }
}
