import Foundation

/// The system's limit on open files, which includes connections.
public enum OpenFiles {
  /// Raises the soft limit to 8192 or the hard limit, whichever is lower. The limit is never lowered.
  /// - Returns: The new soft limit.
  @discardableResult
  public static func raiseLimit() -> Int {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 8192 }
    let before = limit.rlim_cur
    limit.rlim_cur = max(before, min(8192, limit.rlim_max))
    return Int(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_cur : before)
  }
}
