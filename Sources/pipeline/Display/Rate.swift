import Foundation

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
