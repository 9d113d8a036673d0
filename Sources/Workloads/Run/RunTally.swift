/// How far a run has come, in photos or files.
public struct RunTally: Sendable, Equatable {
  /// Read from the list so far.
  public internal(set) var listed = 0
  /// Filtered, drawn or saved.
  public internal(set) var done = 0
  /// Of these, those that took the place of one made from another URL, with other settings, or of another state of the
  /// original.
  public internal(set) var replaced = 0
  /// Those that were there already.
  public internal(set) var skipped = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0

  public var settled: Int { done + skipped + failed + cancelled }
}

/// Bytes of the originals of a run.
public struct ByteTally: Sendable, Equatable {
  public internal(set) var received = 0
  /// Of these, of photos that were done in the end.
  public internal(set) var used = 0

  public var wasted: Int { received - used }
}

/// A photo or file that failed.
public struct FailedEntry: Sendable, Equatable {
  /// Its position in the list, from 1.
  public let position: Int
  public let name: String
  /// As the list has it.
  public let url: String
  /// In plain words.
  public let reason: String
}
