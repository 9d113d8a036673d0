import Base
import Foundation

/// The part of a temporary file's name that identifies the process that created it, such as `4711-815`. The
/// second number includes a checksum, so that a user's file with a similar name isn't mistaken for a temporary
/// file.
struct OwnedName: CustomStringConvertible {
  let process: pid_t
  private let seal: UInt64

  private init(process: pid_t, random: UInt32) {
    self.process = process
    seal = UInt64(random) << 32 | stableHash("pipeline \(process) \(random)") & 0xFFFF_FFFF
  }

  /// Returns a new name for this process.
  static func own() -> OwnedName { of(getpid()) }

  static func of(_ process: pid_t) -> OwnedName {
    OwnedName(process: process, random: .random(in: 0 ... .max))
  }

  /// Parses the part of a name. Returns nil if this program didn't create it.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = pid_t(parts[0]), let seal = UInt64(parts[1]) else { return nil }
    self.init(process: process, random: UInt32(truncatingIfNeeded: seal >> 32))
    if self.seal != seal { return nil }
  }

  var description: String { "\(process)-\(seal)" }

  /// Whether another process with this ID exists on this system. It may be the one that created the file.
  var isAliveElsewhere: Bool { process != getpid() && (kill(process, 0) == 0 || errno != ESRCH) }
}

/// Returns the names of a folder's entries, or an empty array if the folder can't be read.
func names(in folder: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
}
