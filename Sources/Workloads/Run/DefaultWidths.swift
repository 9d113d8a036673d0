import Foundation

/// The number of jobs that run at a time, where the user asks for no other.
public enum DefaultWidths {
  /// Downloads wait for the network most of the time, so there are more of them than cores.
  public static let downloads = 8
  /// Filters compute, so there is one per core.
  public static let filters = ProcessInfo.processInfo.activeProcessorCount
}
