#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The kind of file at a path. Symbolic links are followed.
package enum FileKind {
  case plain, folder
  /// A device, a pipe or a socket.
  case other

  /// Examines a path, given as a string or a null-terminated array.
  /// - Returns: Nil if nothing exists there or it can't be examined. `errno` then contains the reason.
  package init?(at path: UnsafePointer<CChar>) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: self = .plain
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
