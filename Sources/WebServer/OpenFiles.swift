import Foundation

/// The system's limit of open files, which connections count against.
public enum OpenFiles {
  /// Raises the soft limit to `wanted` or the hard limit, whichever is lower; never lowers it.
  /// - Returns: the soft limit from then on.
  @discardableResult
  public static func raiseLimit(to wanted: Int = 8192) -> Int {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return wanted }
    let target = min(rlim_t(wanted), limit.rlim_max)
    if limit.rlim_cur < target {
      limit.rlim_cur = target
      guard setrlimit(resource, &limit) == 0 else { return Int(clamping: limit.rlim_cur) }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
