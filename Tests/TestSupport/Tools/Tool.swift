import Foundation

/// An installed program that a test uses if it exists.
public enum Tool: String {
  case openssl, nginx, cc, python3, timeout, setpriv

  public var path: String? {
    // Homebrew's OpenSSL isn't in any of the usual folders, because macOS has its own `openssl`.
    let others = ["/usr/sbin", "/opt/homebrew/opt/openssl@3/bin", "/usr/local/opt/openssl@3/bin"]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return (path.split(separator: ":").map(String.init) + others).map { "\($0)/\(rawValue)" }.first {
      FileManager.default.isExecutableFile(atPath: $0) && (self != .openssl || Self.isOpenSSL($0))
    }
  }

  public var isHere: Bool { path != nil }

  /// LibreSSL, which is `openssl` on macOS, isn't accepted, because its server doesn't print its port.
  private static func isOpenSSL(_ path: String) -> Bool {
    let output = Pipe()
    guard (try? Child(path, ["version"], output: .pipe(output))) != nil else { return false }
    return output.fileHandleForReading.readDataToEndOfFile().starts(with: Data("OpenSSL ".utf8))
  }
}
