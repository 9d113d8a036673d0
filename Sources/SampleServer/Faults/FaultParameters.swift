import WebServer

extension Faults {
  /// The query parameters that request faults, with texts for a page or a help message.
  public static let parameters: [(name: String, meaning: String)] = [
    ("delay", "seconds to wait before the reply"),
    ("jitter", "additional seconds to wait, at random from 0 to this"),
    ("rate", "body bytes per second"),
    ("fail", "how to fail: one of \(Fault.names), or several with commas between"),
    ("fail-rate", "the share of requests that fail, from 0 to 1; 1 if only fail is given"),
    ("retry-after", "seconds that a 429 or 503 asks the client to wait"),
    ("seed", "a different seed makes different requests fail"),
  ]

  /// Reads the faults that a URL requests.
  /// - Parameter common: The faults for parameters that the query doesn't have.
  /// - Throws: ``FaultsError``, if a value is invalid.
  init(query: Query, default common: Faults) throws(FaultsError) {
    self = common
    delay = try query.seconds("delay") ?? delay
    jitter = try query.seconds("jitter") ?? jitter
    rate = try query.number("rate", 1...1_000_000_000) ?? rate
    if let text = query["fail"] {
      kinds = try text.split(separator: ",", omittingEmptySubsequences: false).map(Fault.init(named:))
      failureRate = 1
    }
    failureRate = try query.number("fail-rate", 0...1, "number") ?? failureRate
    retryAfter = try query.number("retry-after", 0...86_400) ?? retryAfter
    if let text = query["seed"] {
      guard let number = UInt64(text) else {
        throw FaultsError(reason: "seed=\(text) is not a whole number from 0")
      }
      seed = number
    }
  }
}

extension Query {
  fileprivate func seconds(_ name: String) throws(FaultsError) -> Duration? {
    (try number(name, 0...3_600, "number of seconds") as Double?).map { .seconds($0) }
  }

  /// Returns the value of a parameter, or nil if the query doesn't have it.
  fileprivate func number<Number: LosslessStringConvertible & Numeric & Comparable>(
    _ name: String, _ range: ClosedRange<Int>, _ kind: String = "whole number"
  ) throws(FaultsError) -> Number? {
    guard let text = self[name] else { return nil }
    guard let value = Number(text), let low = Number(exactly: range.lowerBound),
      let high = Number(exactly: range.upperBound), low <= value, value <= high
    else {
      throw FaultsError(
        reason: "\(name)=\(text) is not a \(kind) from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

extension Fault {
  fileprivate static let names = allCases.map(\.rawValue).joined(separator: ", ")

  fileprivate init(named name: Substring) throws(FaultsError) {
    guard let fault = Fault(rawValue: String(name)) else {
      throw FaultsError(reason: "fail=\(name) is not one of \(Self.names)")
    }
    self = fault
  }
}

/// The reason why a fault parameter is invalid.
struct FaultsError: Error {
  let reason: String
}
