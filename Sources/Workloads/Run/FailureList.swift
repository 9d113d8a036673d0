/// The failed entries of a run, in the order of the list. A list may have any number of bad entries, so only
/// the first 32 MiB are kept. The rest are only counted.
public struct FailureList: RandomAccessCollection, Sendable {
  private var entries: [Outcome] = []
  /// The number of failed entries that aren't kept.
  public private(set) var omitted = 0
  private var room: Int

  static let mostBytes = 32 << 20

  init(mostBytes: Int = Self.mostBytes) { room = mostBytes }

  /// The number of failed entries, including omitted ones.
  public var total: Int { count + omitted }

  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }
  public subscript(index: Int) -> Outcome { entries[index] }

  mutating func insert(_ entry: Outcome) {
    if omitted > 0, let last = entries.last, entry.position > last.position {
      omitted += 1
      return
    }
    // Search from the end, because an entry that fails late is usually near the end of the list.
    let index = entries.lastIndex { $0.position < entry.position }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: index)
    room -= entry.size
    while room < 0, let last = entries.popLast() {
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
