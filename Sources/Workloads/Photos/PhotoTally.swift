/// How a photo of a run ended.
public enum PhotoOutcome: Sendable, Equatable {
  case filtered
  /// Its file was there.
  case skipped
  case failed(String)
  case cancelled
}

/// How far a run has come, in photos.
public struct PhotoTally: Sendable, Equatable {
  /// Read from the list so far.
  public internal(set) var listed = 0
  /// Downloads that were shown.
  public internal(set) var downloaded = 0
  public internal(set) var filtered = 0
  public internal(set) var skipped = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0
  /// Bytes of the originals received, those of transfers that failed or were cancelled too.
  public internal(set) var bytes = 0
  /// Of these, the bytes of photos that were not filtered in the end.
  public var bytesWasted: Int { bytes - bytesUsed }
  var bytesUsed = 0

  public var settled: Int { filtered + skipped + failed + cancelled }
}
