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
    if let text = query["delay"] { delay = try Self.seconds(text, of: "delay") }
    if let text = query["jitter"] { jitter = try Self.seconds(text, of: "jitter") }
    if let text = query["rate"] { rate = try Self.number(text, of: "rate", in: 1...1_000_000_000) }
    if let text = query["fail"] {
      kinds = try Self.kinds(text)
      failureRate = 1
    }
    if let text = query["fail-rate"] { failureRate = try Self.share(text, of: "fail-rate") }
    if let text = query["retry-after"] {
      retryAfter = try Self.number(text, of: "retry-after", in: 0...86_400)
    }
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

  private static func seconds(_ text: String, of name: String) throws(FaultsError) -> Duration {
    guard let seconds = Double(text), (0...3_600).contains(seconds) else {
      throw FaultsError("\(name)=\(text) is not a number of seconds from 0 to 3600")
    }
    return .seconds(seconds)
  }

  private static func share(_ text: String, of name: String) throws(FaultsError) -> Double {
    guard let share = Double(text), (0...1).contains(share) else {
      throw FaultsError("\(name)=\(text) is not a number from 0 to 1")
    }
    return share
  }

  private static func number(
    _ text: String, of name: String, in range: ClosedRange<Int>
  ) throws(FaultsError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      let limits = "\(range.lowerBound) to \(range.upperBound)"
      throw FaultsError("\(name)=\(text) is not a whole number from \(limits)")
    }
    return number
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
