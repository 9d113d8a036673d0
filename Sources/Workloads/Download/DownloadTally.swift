/// How far a batch has come, in files.
public struct DownloadTally: Sendable, Equatable {
  /// Read from the list so far.
  public internal(set) var listed = 0
  public internal(set) var saved = 0
  /// Of the saved, those of which an earlier batch had left a part.
  public internal(set) var resumed = 0
  /// Whole already.
  public internal(set) var kept = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0

  public var settled: Int { saved + kept + failed + cancelled }
}
