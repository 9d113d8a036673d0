import Foundation

/// Returns the middle value, or the mean of the two middle values.
/// - Precondition: There is at least one value.
func medianOf(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

/// Returns the number of decimals to show: down to the first digit of the spread, but at most three
/// significant digits. The result is negative for tens, hundreds and so on.
public func decimals(of value: Double, spread: Double) -> Int {
  let value = abs(value)
  // These aren't finite in an edited record whose ratio has a denominator near zero.
  guard value.isFinite, spread.isFinite else { return 0 }
  let digits = value > 0 ? 2 - Int(floor(log10(value))) : 0
  // The spread is rounded first, so that 0.097 counts as 0.1.
  guard spread > 0, let rounded = Double(String(format: "%.0e", spread)) else { return digits }
  // A value that is smaller than its spread keeps one digit.
  return min(digits, max(-Int(floor(log10(rounded))), value > 0 ? digits - 2 : 0))
}

/// Returns a value with the given number of decimals and thousands separators, such as “12,300”.
public func numeral(_ value: Double, decimals: Int) -> String {
  let unit = pow(10, Double(-decimals))
  let rounded = decimals < 0 ? (value / unit).rounded() * unit : value
  let text = String(format: "%.\(max(0, decimals))f", rounded)
  let sign = text.hasPrefix("-") ? "-" : ""
  let parts = text.dropFirst(sign.count).split(separator: ".")
  var whole = ""
  for (place, digit) in parts[0].reversed().enumerated() {
    if place > 0, place % 3 == 0 { whole.append(",") }
    whole.append(digit)
  }
  return sign + String(whole.reversed()) + (parts.count > 1 ? ".\(parts[1])" : "")
}

/// Returns a duration as text, such as “100 µs” or “1 ms”.
public func nanosecondText(_ time: UInt64) -> String {
  switch time {
  case ..<1000: "\(time) ns"
  case ..<1_000_000: "\(time / 1000) µs"
  default: "\(time / 1_000_000) ms"
  }
}
