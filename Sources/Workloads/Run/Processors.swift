import Foundation

/// The processors that this process may use.
enum Processors {
  /// The number of processors, at least 1. A CPU quota, such as a container's, counts in whole processors, rounded up.
  static let count = count(
    active: ProcessInfo.processInfo.activeProcessorCount, groups: "/sys/fs/cgroup", own: "/proc/self/cgroup")

  /// - Parameters:
  ///   - groups: The folder of the control groups.
  ///   - own: The file that names the process's own group.
  static func count(active: Int, groups: String, own: String) -> Int {
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
