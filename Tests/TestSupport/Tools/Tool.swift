import Foundation

/// A program of this machine that a test makes use of where there is one.
public enum Tool: String {
  case openssl, nginx, cc

  public var path: String? {
    // Homebrew's OpenSSL is in none of the usual folders, as macOS has an `openssl` of its own.
    let others = ["/usr/sbin", "/opt/homebrew/opt/openssl@3/bin", "/usr/local/opt/openssl@3/bin"]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return (path.split(separator: ":").map(String.init) + others).map { "\($0)/\(rawValue)" }.first {
      FileManager.default.isExecutableFile(atPath: $0) && (self != .openssl || Self.isOpenSSL($0))
    }
  }

  public var isHere: Bool { path != nil }

  /// Not LibreSSL, which is `openssl` on macOS: its server says nothing of the port that it has taken.
  private static func isOpenSSL(_ path: String) -> Bool {
    let output = Pipe()
    guard (try? Child(path, ["version"], output: .pipe(output))) != nil else { return false }
    return output.fileHandleForReading.readDataToEndOfFile().starts(with: Data("OpenSSL ".utf8))
  }
}
