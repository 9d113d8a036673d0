import Foundation

/// The median of several runs, with the smallest and largest values.
public struct Spread: Codable, Sendable {
  public let median: Double
  public let least: Double
  public let most: Double
  public let runs: Int

  /// - Precondition: there is at least one value.
  public init(_ values: [Double]) {
    let sorted = values.sorted()
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    least = sorted[0]
    most = sorted[sorted.count - 1]
    runs = sorted.count
  }

  /// The values as text, such as `1.02 (0.98 to 1.10)`.
  public func text(_ digits: Int = 2) -> String {
    String(format: "%.\(digits)f (%.\(digits)f to %.\(digits)f)", median, least, most)
  }
}

/// Returns the processor time in seconds that this thread spends in the body. Time while other threads run isn't
/// counted.
public func processorTime(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try body()
  return now() - start
}
