import Base
import Foundation
import PhotoLists
import Transport

/// A photo from a list, with its name, URL, state and latest image.
public final class Photo: @unchecked Sendable {
  // Sendable: confined to the reporting queue, except for constants, and until its first job is added.

  /// The position in the list, counted from 0.
  public let number: Int
  public let name: String
  /// The checked URL, or the text from the list if it isn't a valid URL.
  public let url: String
  /// The years of a monarch's reign, or an empty string if the list doesn't have them.
  public let years: String
  /// The path of the photo's file in the folder, in a workload that writes files. The extension of an original that is
  /// kept is `*` until it is known.
  public internal(set) var fileName: String
  /// The path of the photo's file in the folder, without the extension.
  let path: String

  /// Whether the entry has a valid URL. Without one, retrying is pointless.
  private let isUsable: Bool

  public var state: State { machine.state }
  /// The reason why the photo failed, or nil if it didn't.
  public var error: (any Error)? { machine.error }
  var machine: PhotoStateMachine
  public internal(set) var image: Image?
  /// The progress of the download, or nil if there is none.
  package internal(set) var meter: Locked<DownloadMeter>?
  /// The number of bytes received for the original, including those of failed and cancelled transfers.
  public internal(set) var bytesReceived = 0

  /// The validator of the original that has been downloaded.
  var validator: Validator?
  /// The size of the original while it is in memory and waits for its filter.
  var waitingBytes = 0

  /// The validator of the original that the existing file was made from. If it is set, the original is
  /// downloaded only if it has changed since then.
  var earlier: Validator?
  /// Whether the existing file turned out to be up to date.
  public internal(set) var isUnchanged = false
  /// The reason why the photo's file replaces an existing one, or nil if it doesn't.
  var replaces: Replaced?

  /// The reason why an existing file is regenerated.
  public enum Replaced: Sendable, CaseIterable {
    case empty
    case otherURL
    case otherSettings
    case olderOriginal
  }

  public enum State: String, Sendable {
    /// Nothing has been done yet, or the photo was cancelled.
    case new
    case downloading
    /// The photo only needs filtering. Cancelling the filter returns it to this state.
    case downloaded
    case filtering
    case filtered
    case failed
  }

  public enum Image: Sendable {
    case original(Original)
    /// A picture file with this path.
    case filtered(path: String)
  }

  /// The size of the original in the folder.
  var savedBytes: Int?
  /// The number of its bytes that an earlier run had already downloaded.
  var resumedFrom: Int?

  /// Creates a photo. If the entry has no valid URL, the photo starts out as failed.
  ///
  /// - Parameters:
  ///   - path: The path of the photo's file, without its extension.
  ///   - fileExtension: The file's extension, or nil if the original is kept unchanged.
  public init(
    number: Int, entry: PhotoEntry, years: String = "", path: String = "", fileExtension: String? = ""
  ) {
    (self.number, self.years, self.path) = (number, years, path)
    fileName = "\(path).\(fileExtension ?? "*")"
    machine = PhotoStateMachine(needsFilter: fileExtension != nil)
    name = entry.name
    url = entry.url
    isUsable = entry.flaw == nil
    if let flaw = entry.flaw { machine.handle(.refused(TransferError.Reason.other(flaw))) }
  }

  /// Records the validator of the original that has arrived.
  func arrived(_ validator: Validator?) {
    // A server that sends the same validator again, or none at all, doesn't claim that the original is newer.
    if replaces == .olderOriginal, validator == earlier { replaces = nil }
    self.validator = validator
  }

  /// The position in the list, counted from 1.
  var position: Int { number + 1 }

  /// Whether any work remains to be done for the photo.
  public var needsWork: Bool {
    switch state {
    case .new, .downloading, .downloaded, .filtering: true
    case .filtered, .failed: false
    }
  }

  /// The outcome of the photo if nothing more is done for it.
  var outcome: Outcome.Kind {
    switch state {
    case .filtered: isUnchanged ? .skipped : .done
    case .failed: .failed
    case .new, .downloading, .downloaded, .filtering: .cancelled
    }
  }

  public var hasFailed: Bool { state == .failed }

  /// Whether the photo has failed and a retry may succeed.
  public var canRetry: Bool { hasFailed && isUsable }

  /// Whether there is anything to show: the original, the filtered photo or its failure.
  public var isShown: Bool { image != nil || !needsWork }
}

/// The original of a photo: the bytes of a PNG or JPEG file, in memory or stored on disk.
public enum Original: Sendable {
  case memory(TransferBody)
  case file(String)

  /// Calls a closure with the bytes, which are valid only until it returns. If the bytes are on disk, reads
  /// the file first.
  ///
  /// - Throws: Any error from the closure, or the system's error if the file can no longer be read.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    switch self {
    case .memory(let bytes): try bytes.withUnsafeBytes(body)
    case .file(let path):
      try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped).withUnsafeBytes(body)
    }
  }
}
