import Foundation
import PhotoLists
import Transport

/// One photo of a list: its name, URL, state and latest image.
public final class Photo: @unchecked Sendable {
  // Safe: mutable state is accessed only on the engine's reporting queue.

  /// Its position in the list, from 0.
  public let number: Int
  public let name: String
  /// As written in the list if it is not usable.
  public let url: String
  /// Its file's name, in a workload that writes files.
  public let fileName: String

  /// Whether its entry has a usable URL: without one, another try is pointless.
  private let isUsable: Bool

  public internal(set) var state = State.new
  public internal(set) var image: Image?
  /// The download in progress; nil if there is none.
  public internal(set) var meter: DownloadMeter?
  /// Bytes received of its original, including those of transfers that failed or were cancelled.
  public internal(set) var bytesReceived = 0

  /// The state of the original that its file was made from: it is asked for only if it has changed since.
  var earlier: Validator?
  /// Whether that is still up to date.
  public internal(set) var isUnchanged = false
  /// The kind of file that it replaces, if any.
  var replaces: Replaced?

  /// Why an existing file is made again.
  public enum Replaced: Sendable, CaseIterable {
    case empty
    case otherURL
    case otherSettings
    case olderOriginal
  }

  public enum State: Equatable, Sendable {
    /// Nothing was done yet, or it was cancelled.
    case new
    case downloading
    /// Also after its filter was cancelled: that is all it needs.
    case downloaded
    case filtering
    case filtered
    /// Permanently; the reason in plain words.
    case failed(String)

    /// The state's name alone.
    public var word: String {
      switch self {
      case .new: "new"
      case .downloading: "downloading"
      case .downloaded: "downloaded"
      case .filtering: "filtering"
      case .filtered: "filtered"
      case .failed: "failed"
      }
    }
  }

  public enum Image: Sendable {
    case original(Original)
    /// In a picture file with this path.
    case filtered(path: String)
  }

  /// An entry without a usable URL makes a photo that has failed.
  public init(number: Int, entry: PhotoEntry, fileName: String = "") {
    (self.number, self.fileName, name, url) = (number, fileName, entry.name, entry.url)
    isUsable = entry.flaw == nil
    if let flaw = entry.flaw { state = .failed(flaw) }
  }

  /// Whether there is anything left to do for it.
  public var needsWork: Bool {
    switch state {
    case .new, .downloading, .downloaded, .filtering: true
    case .filtered, .failed: false
    }
  }

  public var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Whether it has failed, and another try may succeed.
  public var canRetry: Bool { hasFailed && isUsable }

  /// Whether there is something to show: the photo, sepia or not, or its failure.
  public var isShown: Bool { image != nil || !needsWork }
}

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
