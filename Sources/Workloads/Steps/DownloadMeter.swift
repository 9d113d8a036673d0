import Transport

/// The progress of one download.
package struct DownloadMeter: Sendable {
  /// The number of bytes received, including those of a transfer that failed or was cancelled.
  private(set) var received = 0
  /// The number of bytes so far, including those that an earlier run left.
  package private(set) var size = 0
  /// The original's size, or nil if it isn't known.
  package private(set) var total: Int?
  /// The number of bytes of a complete original that an earlier run had left.
  private(set) var resumedFrom = 0
  /// The reason why the transfer is waiting although a slot is free, or nil if it isn't waiting.
  package internal(set) var wait: TransferWait?

  /// The received fraction of the original, from 0 to 1. It is 0 if the size isn't known.
  package var share: Double { min(1, Double(size) / Double(max(1, total ?? .max))) }

  /// - Parameter received: The number of bytes that have just arrived.
  mutating func note(received: Int = 0, size: Int, of total: Int?, resumedFrom: Int = 0) {
    self.received += received
    (self.size, self.total, self.resumedFrom) = (size, total, resumedFrom)
  }
}
