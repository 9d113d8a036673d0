#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The identity of a file, which is the same under each of its names. Symbolic links are followed.
package struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// Examines a path. Returns nil if nothing exists there.
  package init?(at path: UnsafePointer<CChar>) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    (device, number) = (facts.st_dev, facts.st_ino)
  }

  /// Examines an open file. Returns nil if it isn't a plain one.
  package init?(ofPlainFile descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, number) = (facts.st_dev, facts.st_ino)
  }
}
