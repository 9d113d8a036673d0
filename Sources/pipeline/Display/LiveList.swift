import Foundation
import Workloads

/// A list on a live display: a bar with speed and time left, the entries in progress, and the last that were done with.
/// Used on the main queue only.
final class LiveList {
  private let rate = Rate()
  private var recent: [Entry] = []

  func settled(_ entry: Entry) {
    recent.append(entry)
    if recent.count > 8 { recent.removeFirst() }
  }

  /// - Parameters:
  ///   - total: of the entries; nil while it is unknown.
  ///   - passed: how many of those settled say nothing about the speed.
  ///   - inFlight: how much of the entries in progress is done, in entries.
  ///   - bytes: received so far.
  ///   - fact: another fact for the bar, given the entries per second.
  func bar(
    _ screen: Screen, _ tally: RunTally, of total: Int?, passed: Int = 0, inFlight: Double = 0, bytes: Int,
    fact: (_ speed: Double?) -> String
  ) -> Line {
    let done = Double(tally.settled) + inFlight
    rate.note(done: done - Double(passed), bytes: bytes)
    var facts = " \(tally.settled)" + (total.map { "/\($0)" } ?? " done") + fact(rate.donePerSecond)
    if let bytes = rate.bytesPerSecond { facts += "  \(bytesInWords(Int(bytes)))/s" }
    if let total, let speed = rate.donePerSecond, speed > 0 {
      facts += "  \(secondsInWords((Double(total) - done) / speed)) left"
    }
    if tally.failed > 0 { facts += "  \(tally.failed) failed" }
    return screen.bar(total.map { done / Double(max(1, $0)) }, facts)
  }

  func rows(_ screen: Screen, active: [Entry]) -> [Line] {
    (active + recent.suffix(max(0, 10 - active.count)).reversed()).map { screen.row($0) }
  }
}

/// How fast it goes: over the last seconds, not since the start, so that it shows the present.
final class Rate {
  private var samples: [(time: Double, done: Double, bytes: Int)] = []

  /// - Parameter done: photos or files, those in progress in part.
  func note(done: Double, bytes: Int) {
    let now = ProcessInfo.processInfo.systemUptime
    samples.append((now, done, bytes))
    samples.removeAll { $0.time < now - 5 }
  }

  private var span: (seconds: Double, done: Double, bytes: Int)? {
    guard let first = samples.first, let last = samples.last, last.time - first.time > 0.25 else {
      return nil
    }
    return (last.time - first.time, last.done - first.done, last.bytes - first.bytes)
  }

  var donePerSecond: Double? { span.map { $0.done / $0.seconds } }
  var bytesPerSecond: Double? { span.map { Double($0.bytes) / $0.seconds } }
}
