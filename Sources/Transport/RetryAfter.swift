import Base
import Foundation

/// The `Retry-After` header: seconds, or an HTTP date (RFC 9110, sections 10.2.3 and 5.6.7).
enum RetryAfter {
  /// How long the header asks to wait; `nil` when it says nothing that can be understood, zero for a date
  /// that is past.
  static func wait(_ value: String, now: Date) -> Duration? {
    let text = value.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      // More digits than fit ask for ever; the policy's cap makes it bearable.
      return .seconds(min(Int(text) ?? .max, 1 << 31))
    }
    guard let date = HTTPDate(text) else { return nil }
    return .seconds(max(0, Double(date.seconds) - now.timeIntervalSince1970))
  }
}
