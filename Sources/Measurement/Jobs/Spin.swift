import Base
import Engine

/// How many turns of an idle loop a core makes.
public struct SpinRate: Sendable, Codable, Hashable {
  public let perNanosecond: Double

  public init(perNanosecond: Double = 1) { self.perNanosecond = perNanosecond }

  /// The best of several tries, as others may have the core in between. Takes some milliseconds.
  public static func measured() -> SpinRate {
    let spins = 1_000_000
    let times = (0..<9).map { _ in
      let start = monotonicNanoseconds()
      spin(spins)
      return monotonicNanoseconds() - start
    }
    return SpinRate(perNanosecond: Double(spins) / Double(max(1, times.min() ?? 1)))
  }
}

// Safe: written never, as the loop never comes to 0; the compiler cannot know.
nonisolated(unsafe) private var neverWritten: UInt64 = 0

/// Keeps the core busy, with each turn waiting for the one before (Knuth's linear congruential generator).
@inline(never)
func spin(_ count: Int) {
  guard count > 0 else { return }
  var value: UInt64 = 1
  for _ in 0..<count { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
  if value == 0 { neverWritten &+= 1 }
}
