import Base
import Foundation

/// Finishes the complete files of a batch apart from the transport's thread, which drives all transfers: writes and closes
/// them, and gives them their names. May be used from any thread.
///
/// All files that wait are finished in turn, and their ends reported together: a report wakes the threads that it is for,
/// and the next one finds them awake.
final class FileFinisher: Sendable {
  /// Finishes a file, and returns what reports its end.
  typealias Work = @Sendable () -> () -> Void

  private let queue = DispatchQueue(label: "files")
  private let waiting = Locked<[Work]>([])
  private let lend: @Sendable (Int) -> Void

  /// - Parameter lend: called with the number of files that are finished next, as they hold no transfer any more, and with
  ///   the same number below zero before their ends are reported.
  init(lend: @escaping @Sendable (Int) -> Void = { _ in }) { self.lend = lend }

  /// Finishes a file soon, after those that came before.
  func add(_ finish: @escaping Work) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(finish)
      return waiting.count == 1
    }
    if isFirst { queue.async { self.finishAll() } }
  }

  private func finishAll() {
    // If every core is busy, this lets the transport's thread go first, and bring more.
    sched_yield()
    let next = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    lend(next.count)
    let ends = next.map { finish in finish() }
    lend(-next.count)
    for end in ends { end() }
  }
}
