import Foundation
import Transport

/// A photo as it came: the bytes of a PNG or JPEG file, in memory or put aside on disk.
public enum Original: Sendable {
  case memory(TransferBody)
  case file(String)

  /// Calls `body` with the bytes, which are valid only until it returns. Reads the disk where they are there.
  /// - Throws: what `body` throws; and the system's error, when the file cannot be read any more.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    switch self {
    case .memory(let bytes): try bytes.withUnsafeBytes(body)
    case .file(let path):
      try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped).withUnsafeBytes(body)
    }
  }
}
