import WebServer

extension Faults {
  /// The query parameters that ask for faults, for a page or a help text to show.
  public static let parameters: [(name: String, meaning: String)] = [
    ("delay", "seconds to wait before the reply"),
    ("jitter", "seconds to wait on top, at random from 0 to this"),
    ("rate", "body bytes a second"),
    ("fail", "how to fail: one of \(Fault.names), or several with commas between"),
    ("fail-rate", "the share of requests that fail, from 0 to 1; 1 when only fail is given"),
    ("retry-after", "seconds that a 429 or 503 asks the client to wait"),
    ("seed", "another one makes other requests fail"),
  ]

  /// The faults that a URL asks for.
  /// - Parameter common: what holds for everything that the query leaves open.
  /// - Throws: ``FaultsError`` for a value that cannot be read.
  public init(query: Query, default common: Faults) throws(FaultsError) {
    self = common
    let seconds = "number of seconds"
    if let text = query["delay"] {
      delay = .seconds(try Self.value(text, of: "delay", 0...3_600, seconds) as Double)
    }
    if let text = query["jitter"] {
      jitter = .seconds(try Self.value(text, of: "jitter", 0...3_600, seconds) as Double)
    }
    if let text = query["rate"] { rate = try Self.value(text, of: "rate", 1...1_000_000_000) }
    if let text = query["fail"] {
      kinds = try Self.kinds(text)
      failureRate = 1
    }
    if let text = query["fail-rate"] {
      failureRate = try Self.value(text, of: "fail-rate", 0...1, "number")
    }
    if let text = query["retry-after"] { retryAfter = try Self.value(text, of: "retry-after", 0...86_400) }
    if let text = query["seed"] {
      guard let number = UInt64(text) else { throw FaultsError("seed=\(text) is not a whole number from 0") }
      seed = number
    }
  }

  private static func kinds(_ text: String) throws(FaultsError) -> [Fault] {
    var kinds: [Fault] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = Fault(rawValue: String(name)) else {
        throw FaultsError("fail=\(name) is not one of \(Fault.names)")
      }
      kinds.append(kind)
    }
    return kinds
  }

  private static func value<Number: LosslessStringConvertible & Numeric & Comparable>(
    _ text: String, of name: String, _ range: ClosedRange<Int>, _ kind: String = "whole number"
  ) throws(FaultsError) -> Number {
    guard let value = Number(text), let low = Number(exactly: range.lowerBound),
      let high = Number(exactly: range.upperBound), low <= value, value <= high
    else {
      throw FaultsError("\(name)=\(text) is not a \(kind) from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

extension Fault {
  fileprivate static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// A fault parameter that cannot be read.
public struct FaultsError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
