import Foundation
import Transport
import Workloads

/// A list on a live display: a progress bar with speed and remaining time, the entries in progress, and the most
/// recently finished ones.
@MainActor
final class LiveList {
  private var samples: [(time: Double, done: Double, bytes: Int)] = []
  private var recent: [LiveRow] = []
  private let run: Run

  init(_ run: Run) { self.run = run }

  func settled(_ row: LiveRow) {
    recent.append(row)
    if recent.count > 8 { recent.removeFirst() }
  }

  /// Returns the progress bar.
  /// - Parameters:
  ///   - total: The number of entries, or nil while it is unknown.
  ///   - inFlight: The total progress of the unfinished entries. Half of one entry counts as 0.5.
  ///   - bytes: The number of bytes received so far.
  ///   - waits: The reason why each entry in progress is waiting, or nil for an entry that isn't.
  ///   - fact: Returns another fact for the bar, given the entries per second.
  func bar(
    _ screen: Screen, of total: Int?, inFlight: Double = 0, bytes: Int, waits: [TransferWait?],
    fact: (_ speed: Double?) -> String
  ) -> Line {
    let tally = run.tally
    let done = Double(tally.settled) + inFlight
    // Entries are skipped so fast that they would say nothing about the rest.
    let speed = speed(done: done - Double(tally.skipped), bytes: bytes)
    if tally.listed == 0, total == nil { return screen.bar(nil, " " + run.startNote) }
    var facts = " \(tally.settled)" + (total.map { "/\($0)" } ?? " done") + fact(speed?.done)
    if let bytes = speed?.bytes { facts += "  \(byteText(Int(bytes)))/s" }
    if let total, let seconds = Self.remaining(Double(total) - done, speed: speed?.done, waits) {
      facts += "  \(shortDurationText(seconds)) left"
    }
    if tally.failed > 0 { facts += "  \(tally.failed) failed" }
    return screen.bar(total.map { done / Double(max(1, $0)) }, facts)
  }

  /// Returns the estimated remaining time in seconds, or nil if it can't be estimated. While a host is holding
  /// everything back, the earlier speed is no basis for an estimate.
  nonisolated static func remaining(_ entries: Double, speed: Double?, _ waits: [TransferWait?]) -> Double? {
    guard let speed, speed > 0 else { return nil }
    let isHeld = !waits.isEmpty && waits.allSatisfy { $0?.reason != nil }
    return isHeld ? nil : entries / speed
  }

  func rows(_ screen: Screen, active: [LiveRow]) -> [Line] {
    (active + recent.suffix(max(0, 10 - active.count)).reversed()).map { screen.row($0) }
  }

  /// Returns entries and bytes per second over the last five seconds, or nil while the speed is unknown.
  private func speed(done: Double, bytes: Int) -> (done: Double, bytes: Double)? {
    let now = ProcessInfo.processInfo.systemUptime
    samples.append((now, done, bytes))
    samples.removeAll { $0.time < now - 5 }
    guard let first = samples.first, now - first.time > 0.25 else { return nil }
    return ((done - first.done) / (now - first.time), Double(bytes - first.bytes) / (now - first.time))
  }
}
