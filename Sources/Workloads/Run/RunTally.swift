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

/// The progress of a run, in photos or files.
public struct RunTally: Sendable {
  /// The number of entries that have been handed out so far, without those of other parts of the list.
  public internal(set) var listed = 0
  /// The number of photos or files that were filtered, drawn or saved.
  public private(set) var done = 0
  /// The number of those whose downloads continued a part that an earlier run had left.
  public private(set) var resumed = 0
  /// The number of files that already existed.
  public private(set) var skipped = 0
  public private(set) var cancelled = 0
  /// The failed entries, in the order of the list. A list may have any number of bad entries, so only the first 32 MiB
  /// are kept. The rest are only counted.
  public private(set) var failures: [Outcome] = []
  /// The number of failed entries that aren't kept.
  public private(set) var omitted = 0
  private var room: Int

  init(mostBytes: Int = 32 << 20) { room = mostBytes }

  /// The number of failed entries, including omitted ones.
  public var failed: Int { failures.count + omitted }

  public var settled: Int { done + skipped + failed + cancelled }

  mutating func count(_ outcome: Outcome) {
    switch outcome.kind {
    case .done:
      done += 1
      if outcome.resumedFrom ?? 0 > 0 { resumed += 1 }
    case .skipped: skipped += 1
    case .cancelled: cancelled += 1
    case .failed: insert(outcome)
    }
  }

  private mutating func insert(_ failure: Outcome) {
    if omitted > 0, let last = failures.last, failure.position > last.position {
      omitted += 1
      return
    }
    // Search from the end, because an entry that fails late is usually near the end of the list.
    let index = failures.lastIndex { $0.position < failure.position }.map { $0 + 1 } ?? 0
    failures.insert(failure, at: index)
    room -= failure.size
    while room < 0, let last = failures.popLast() {
      room += last.size
      omitted += 1
    }
  }
}

extension Outcome {
  /// The approximate number of bytes that a failed entry takes in memory.
  fileprivate var size: Int {
    100 + name.utf8.count + url.utf8.count + (error.map { "\($0)".utf8.count } ?? 0)
  }
}
