import Foundation

extension Axis {
  /// About five ticks at round values, each with its position from 0 to 1. The last label has the unit.
  var ticks: [(place: Double, label: String)] {
    let (scale, unit) = kind == .order ? (1, "") : Self.unit(of: length)
    let most = length * scale
    let values = roundValues(upTo: most)
    return values.enumerated().map { number, value in
      // People count from one.
      let shown = kind == .order ? value + 1 : value
      return (value / most, Self.numeral(shown) + (number == values.count - 1 ? unit : ""))
    }
  }

  /// Returns about five round values, starting at 0. An axis of order has only whole numbers.
  private func roundValues(upTo most: Double) -> [Double] {
    guard most > 0, most.isFinite else { return [0] }
    let power = pow(10, floor(log10(most / 5)))
    let step = [1.0, 2, 5, 10].first { $0 * power * 5 >= most }.map { $0 * power } ?? most
    return Array(stride(from: 0, through: most * 1.0001, by: kind == .order ? max(1, step.rounded()) : step))
  }

  /// The quantity that an axis shows.
  var title: String { kind == .order ? "order, not time" : "time" }

  private static func unit(of seconds: Double) -> (scale: Double, name: String) {
    seconds >= 1 ? (1, " s") : seconds >= 0.001 ? (1e3, " ms") : (1e6, " µs")
  }

  private static func numeral(_ value: Double) -> String {
    String(format: "%g", (value * 1e6).rounded() / 1e6)
  }
}

/// Returns a duration with three digits, such as `1.25 ms`.
package func durationText(_ seconds: Double) -> String {
  switch seconds {
  case 0.9995...: String(format: "%.2f s", seconds)
  case 0.0995...: String(format: "%.0f ms", seconds * 1e3)
  case 0.00995...: String(format: "%.1f ms", seconds * 1e3)
  default: String(format: "%.2f ms", seconds * 1e3)
  }
}
