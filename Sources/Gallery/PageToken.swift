import Foundation

/// The secret in a page's address. Every user of this machine can reach the port, so requests without the token are
/// refused.
public enum PageToken {
  private static let digits = 32

  /// Returns 128 random bits as hexadecimal digits. `SystemRandomNumberGenerator` is documented as cryptographically
  /// secure whenever possible.
  public static func random() -> String {
    let text = String(UInt128.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Returns the same token each time, so that an open page can reconnect after the program has been restarted. The
  /// token is stored in a file that only its owner can read. If it can't be stored, a random token is returned.
  /// - Parameter folder: The folder of the file, which is created if it is missing. Defaults to a folder in the
  ///   user's caches.
  public static func kept(in folder: URL? = nil) -> String {
    guard
      let folder = folder
        ?? FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
        .appendingPathComponent("pipeline")
    else { return random() }
    let path = folder.appendingPathComponent("page-token").path
    if let token = read(path) { return token }
    let token = random()
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    write(token, to: path)
    return read(path) ?? token
  }

  /// Returns the stored token, or nil if there is none or if other users could have read or written the file.
  private static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
      let bytes = try? file.read(upToCount: digits + 1), bytes.count == digits,
      bytes.allSatisfy({
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ token: String, to path: String) {
    let beside = "\(path).\(getpid())"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let isWritten = (try? file.write(contentsOf: Data(token.utf8))) != nil
    if !isWritten || rename(beside, path) != 0 { unlink(beside) }
  }
}
