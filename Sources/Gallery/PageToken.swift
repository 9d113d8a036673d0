import Foundation

/// The secret in a page's address. The port is open to every user of this machine; requests without the token are
/// refused.
public enum PageToken {
  private static let digits = 32

  /// 128 bits, as hexadecimal digits. `SystemRandomNumberGenerator`, which is used here, is documented as
  /// cryptographically secure wherever possible.
  public static func random() -> String {
    let text = String(UInt128.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The same each time, so that a page finds its program again when that was restarted. It is in a file that its owner
  /// alone may read; where there is no place for one, it is random.
  /// - Parameter folder: that the file is in; it is made where it is missing. By default in the user's folder for caches.
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

  /// Nil where there is no such file, or others could have read or written it.
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
