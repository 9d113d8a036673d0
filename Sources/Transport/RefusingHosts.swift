/// Hosts that refuse connections, one after the other. Once a transfer has used up its attempts at one of them, that host is
/// given up for a while, and its other transfers fail at once: each would only wait to learn the same.
struct RefusingHosts {
  /// Connections refused in a row before a host is given up.
  static let several = 4

  private struct Record {
    var refusals = 0
    var last: ContinuousClock.Instant
    var isGivenUp = false
  }

  private let pause: Duration
  private var records: [String: Record] = [:]

  /// - Parameter pause: how long after its last refusal a host is tried again.
  init(pause: Duration) { self.pause = pause }

  /// The number of connections that a host has refused in a row; nil unless it is given up.
  func refusals(by host: String, at now: ContinuousClock.Instant) -> Int? {
    guard let record = records[host], record.isGivenUp, now < record.last + pause else { return nil }
    return record.refusals
  }

  /// - Parameter isFinal: whether it was the last attempt of a transfer.
  /// - Returns: whether the host is given up from now on.
  mutating func refused(_ host: String, isFinal: Bool, at now: ContinuousClock.Instant) -> Bool {
    let wasGivenUp = refusals(by: host, at: now) != nil
    var record = records[host] ?? Record(last: now)
    record.refusals += 1
    record.last = now
    if isFinal, record.refusals >= Self.several { record.isGivenUp = true }
    records[host] = record
    return record.isGivenUp && !wasGivenUp
  }

  mutating func connected(_ host: String) {
    if !records.isEmpty { records[host] = nil }
  }
}
