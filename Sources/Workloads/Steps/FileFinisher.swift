import Base
import Foundation

/// Finishes the complete files of a batch: writes and closes them, and gives them their names. This is kept
/// off the transport thread, which drives all transfers. All members can be used from any thread.
///
/// Waiting files are finished one after another, and their ends are then reported together. A report wakes
/// the threads that handle it, so the reports that follow find those threads awake.
final class FileFinisher: Sendable {
  private let queue = DispatchQueue(label: "files")
  private let waiting = Locked<[@Sendable () -> @Sendable () -> Void]>([])
  private let lend: @Sendable (Int) -> Void

  /// - Parameter lend: Called with the number of files that are about to be finished, because they hold slots
  ///   but have no transfers. Called again with the negated number before their ends are reported.
  init(lend: @escaping @Sendable (Int) -> Void = { _ in }) { self.lend = lend }

  /// Schedules a file whose bytes have all been received, to be finished after those added earlier.
  ///
  /// - Parameter finish: Writes the file and gives it its name. Returns a closure that reports the result.
  func add(_ finish: @escaping @Sendable () -> @Sendable () -> Void) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(finish)
      return waiting.count == 1
    }
    if isFirst { queue.async { self.finishAll() } }
  }

  private func finishAll() {
    // If all cores are busy, this lets the transport thread run first and add more files.
    sched_yield()
    let next = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    lend(next.count)
    let reports = next.map { finish in finish() }
    lend(-next.count)
    for report in reports { report() }
  }
}
