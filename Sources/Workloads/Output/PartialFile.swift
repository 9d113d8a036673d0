import Foundation

/// A file that grows, hidden, beside its place: `.Mist.png.4711-815.partial`. It is locked for as long as it is open, so
/// that others can distinguish it from what a killed process has left.
struct PartialFile {
  let path: String
  let descriptor: Int32

  /// - Throws: `OutputError`.
  init(for name: String, in folder: OutputFolder) throws(OutputError) {
    while true {
      let path = folder.file(".\(name.prefix(80)).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial")
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw OutputError(writing: folder.file(name)) }
      // Where a file system has no locks, nothing is swept either.
      flock(descriptor, LOCK_EX)
      var facts = stat()
      if fstat(descriptor, &facts) == 0, facts.st_nlink > 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
      // Swept before it was locked.
      Foundation.close(descriptor)
    }
  }

  func close() { Foundation.close(descriptor) }

  /// Removes those in a folder that nobody writes any more.
  static func sweep(_ folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      guard entry.pointee.d_name.0 == CChar(bitPattern: UInt8(ascii: ".")) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      let path = "\(folder)/\(name)"
      guard isPartial(name), let descriptor = try? openPlain(path, O_RDONLY) else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      Foundation.close(descriptor)
    }
  }

  private static func isPartial(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    guard parts.count > 2, parts.last == "partial" else { return false }
    let numbers = parts[parts.count - 2].split(separator: "-")
    return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
  }
}
