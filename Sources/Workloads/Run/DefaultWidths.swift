import Foundation

/// The default numbers of jobs that run simultaneously, and of entries in progress.
public enum DefaultWidths {
  /// The number of downloads. It doesn't depend on the number of cores, because downloads mostly wait for the network.
  public static let downloads = 8
  /// The number of filters, one per processor that this process may use, because a filter never waits.
  public static let filters = processors(
    active: ProcessInfo.processInfo.activeProcessorCount, groups: "/sys/fs/cgroup", own: "/proc/self/cgroup")
  /// The default limit of entries in progress, unless more jobs run simultaneously.
  public static let ahead = 64

  /// Returns the default limit of entries in progress for queues of these widths: twice as many as run simultaneously,
  /// so that another entry is ready when one ends.
  public static func ahead(of widths: Int...) -> Int {
    // Bounded, so that the sum can't overflow.
    max(ahead, 2 * widths.reduce(0) { $0 + min($1, 1 << 32) })
  }

  /// Returns the number of processors that this process may use, at least 1. A CPU quota, such as a container's, counts in
  /// whole processors, rounded up.
  ///
  /// - Parameters:
  ///   - groups: The folder of the control groups.
  ///   - own: The file that names the process's own group.
  static func processors(active: Int, groups: String, own: String) -> Int {
    let lines = (try? String(contentsOfFile: own, encoding: .utf8))?.split(separator: "\n") ?? []
    // Version 2 has one hierarchy, whose number is 0 (cgroups(7)).
    let path = lines.first { $0.hasPrefix("0::/") }?.dropFirst(4) ?? ""
    var folders = [groups]
    // The quota of every group above counts, too. In a container, the own group may be at the root.
    for name in path.split(separator: "/") where name != ".." {
      folders.append("\(folders.last ?? groups)/\(name)")
    }
    return max(1, folders.reduce(active) { min($0, quota(of: $1) ?? $0) })
  }

  /// Returns the quota in `cpu.max`: a time in each period, or `max` for none.
  private static func quota(of group: String) -> Int? {
    guard let text = try? String(contentsOfFile: "\(group)/cpu.max", encoding: .utf8) else { return nil }
    let parts = text.split { $0.isWhitespace }.compactMap { Double($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    return Int(exactly: min((parts[0] / parts[1]).rounded(.up), 1_000_000))
  }
}
