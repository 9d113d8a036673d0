import Base
import Foundation

/// The part of a temporary file's name that says which process made it: `4711-815`. The second number is sealed, so that a
/// user's own file with a similar name isn't taken for one.
struct OwnedName: CustomStringConvertible {
  let process: pid_t
  private let seal: UInt64

  private init(process: pid_t, random: UInt32) {
    self.process = process
    seal = UInt64(random) << 32 | stableHash("pipeline \(process) \(random)") & 0xFFFF_FFFF
  }

  /// A new name of this process.
  static func own() -> OwnedName { of(getpid()) }

  static func of(_ process: pid_t) -> OwnedName {
    OwnedName(process: process, random: .random(in: 0 ... .max))
  }

  /// Reads the part of a name; nil if this program did not make it.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = pid_t(parts[0]), let seal = UInt64(parts[1]) else { return nil }
    self.init(process: process, random: UInt32(truncatingIfNeeded: seal >> 32))
    if self.seal != seal { return nil }
  }

  var description: String { "\(process)-\(seal)" }

  /// Whether another process has the number of the one that made it. That may be the same process, on this system.
  var isAliveElsewhere: Bool { process != getpid() && (kill(process, 0) == 0 || errno != ESRCH) }
}

/// The names of a folder's entries; none if it can't be read.
func names(in folder: String) -> [String] {
  guard let entries = opendir(folder) else { return [] }
  defer { closedir(entries) }
  var names: [String] = []
  while let entry = readdir(entries) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      })
  }
  return names
}
