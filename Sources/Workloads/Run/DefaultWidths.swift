import Foundation

/// The default numbers of jobs that run simultaneously.
public enum DefaultWidths {
  /// The number of downloads. It doesn't depend on the number of cores, because downloads mostly wait for the network.
  public static let downloads = 8
  /// The number of filters, one per core, because a filter never waits.
  public static let filters = ProcessInfo.processInfo.activeProcessorCount
}
