import Engine
import Transport

/// The outcome of an entry of the list. Displays, lines of JSON and lists of failures show it.
public struct Outcome: Sendable {
  /// The position in the list, counted from 1.
  public let position: Int
  public let name: String
  /// The checked URL, or the text from the list if it isn't a valid URL.
  public let url: String
  public var kind: Kind
  /// The reason why the photo or file failed, or nil if it didn't.
  public var error: (any Error)?
  /// The path of the file in the folder, or nil if the run makes no such file.
  public var file: String?
  /// The size of a downloaded file.
  public var bytes: Int?
  /// The number of bytes that an earlier run had already downloaded.
  public var resumedFrom: Int?

  public enum Kind: Sendable {
    /// The photo or file was filtered, drawn or saved.
    case done
    /// The file was up to date.
    case skipped
    case failed
    case cancelled
  }
}

/// Receives the jobs of a photo, so that a trace can show the photo's path. The number is the photo's
/// position in the list, counted from 0. The jobs replace those of earlier calls for the same photo. It may
/// be called on any thread.
public typealias JobsWatcher = @Sendable (_ number: Int, _ name: String, _ jobs: [JobID]) -> Void

/// The progress of a run, in photos or files.
public struct RunTally: Sendable, Equatable {
  /// The number of entries that have been handed out so far, without those of other parts of the list.
  public internal(set) var listed = 0
  /// The number of photos or files that were filtered, drawn or saved.
  public internal(set) var done = 0
  /// The number of those whose downloads continued a part that an earlier run had left.
  public internal(set) var resumed = 0
  /// The number of files that already existed.
  public internal(set) var skipped = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0

  public var settled: Int { done + skipped + failed + cancelled }
}
