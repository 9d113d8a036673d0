/// How long it took, each time that a scroll came to rest, until the rows in sight were as they should be.
/// Times are nanoseconds on one clock; what is reported is in seconds.
public struct RestTimes: Sendable, Equatable {
  /// Shortest first.
  private var complete: [UInt64] = []
  private var last: UInt64?
  private var restedAt: UInt64?

  /// Rests that a new scroll, or a memory warning, ended before all was there.
  public private(set) var cutShort = 0

  public init() {}

  public mutating func rested(at time: UInt64) {
    left()
    restedAt = time
  }

  /// All is there. Only the first call after a rest counts.
  public mutating func completed(at time: UInt64) {
    guard let start = restedAt else { return }
    restedAt = nil
    let length = time > start ? time - start : 0
    last = length
    complete.insert(length, at: complete.firstIndex { $0 > length } ?? complete.endIndex)
  }

  /// The rest has ended, complete or not.
  public mutating func left() {
    guard restedAt != nil else { return }
    restedAt = nil
    cutShort += 1
  }

  public var isWaiting: Bool { restedAt != nil }
  public var count: Int { complete.count }

  /// The current rest, so far, or else the last that was complete; nil before any.
  public func now(at time: UInt64) -> Double? {
    if let restedAt { return seconds(time > restedAt ? time - restedAt : 0) }
    return last.map(seconds)
  }

  /// Of those that were complete: the lower one in the middle. Nil before any.
  public var median: Double? { complete.isEmpty ? nil : seconds(complete[(complete.count - 1) / 2]) }

  public var worst: Double? { complete.last.map(seconds) }
}

private func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e9 }
