/// The default numbers of jobs that run simultaneously, and of entries in progress.
public enum DefaultWidths {
  /// The number of downloads. It doesn't depend on the number of cores, because downloads mostly wait for the network.
  public static let downloads = 8
  /// The number of filters, one per processor that this process may use, because a filter never waits.
  public static let filters = Processors.count
  /// The default limit of entries in progress, unless more jobs run simultaneously.
  public static let ahead = 64

  /// Returns the default limit of entries in progress for queues of these widths: twice as many as run simultaneously,
  /// so that another entry is ready when one ends.
  public static func ahead(of widths: Int...) -> Int {
    // Bounded, so that the sum can't overflow.
    max(ahead, 2 * widths.reduce(0) { $0 + min($1, 1 << 32) })
  }
}
