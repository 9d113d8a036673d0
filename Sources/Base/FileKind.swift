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

  /// Examines a path.
  /// - Returns: Nil if nothing exists there or it can't be examined. `errno` then contains the reason.
  package init?(at path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts.st_mode)
  }

  /// Examines a null-terminated path.
  package init?(at path: [CChar]) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts.st_mode)
  }

  private init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .plain
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
