/// The figures above a table, besides the engine's own counts.
public struct ScrollFigures: Sendable, Equatable {
  /// Rows whose pending work was cancelled; a row counts each time.
  public private(set) var cancelled = 0
  /// Bytes of bodies received, whole or not.
  public private(set) var fetched = 0
  /// Bytes of photos that were in sight at some time after they had arrived.
  public private(set) var seen = 0
  /// From rest until every row in sight shows its photo, sepia or not, or its failure.
  public private(set) var shown = RestTimes()
  /// From rest until every row in sight shows its sepia photo, or its failure.
  public private(set) var filtered = RestTimes()

  /// Bytes of whole photos that have not been in sight since they arrived, by row.
  private var unseen: [Int: Int] = [:]

  /// Bytes of photos that were never seen, and of transfers that failed or were cancelled.
  public var wasted: Int { fetched - seen }

  /// A transfer has ended.
  /// - Parameter isWhole: it brought a photo.
  public mutating func received(_ bytes: Int, row: Int, isWhole: Bool, inSight: Range<Int>) {
    fetched += bytes
    guard isWhole else { return }
    if inSight.contains(row) { seen += bytes } else { unseen[row] = bytes }
  }

  /// These rows are on the screen, perhaps only in passing.
  public mutating func saw(_ rows: Range<Int>) {
    guard !unseen.isEmpty else { return }
    for row in rows { seen += unseen.removeValue(forKey: row) ?? 0 }
  }

  public mutating func cancelled(_ rows: Int) { cancelled += rows }

  public mutating func rested(at time: UInt64) {
    shown.rested(at: time)
    filtered.rested(at: time)
  }

  /// How far the rows in sight have come.
  public mutating func reached(shown isShown: Bool, filtered isFiltered: Bool, at time: UInt64) {
    if isShown { shown.completed(at: time) }
    if isFiltered { filtered.completed(at: time) }
  }

  public mutating func left() {
    shown.left()
    filtered.left()
  }
}

/// How long it took after each scroll until the rows in sight were complete. Times are nanoseconds on one clock; results are
/// in seconds.
public struct RestTimes: Sendable, Equatable {
  /// Shortest first.
  private var complete: [UInt64] = []
  private var last: UInt64?
  private var restedAt: UInt64?

  /// Rests that a new scroll or a memory warning ended too early.
  public private(set) var cutShort = 0

  public mutating func rested(at time: UInt64) {
    left()
    restedAt = time
  }

  /// Everything in sight is complete. Only the first call after a rest counts.
  public mutating func completed(at time: UInt64) {
    guard let start = restedAt else { return }
    restedAt = nil
    let length = time > start ? time - start : 0
    last = length
    complete.insert(length, at: complete.firstIndex { $0 > length } ?? complete.endIndex)
  }

  /// The rest has ended, complete or not.
  public mutating func left() {
    guard restedAt != nil else { return }
    restedAt = nil
    cutShort += 1
  }

  public var isWaiting: Bool { restedAt != nil }
  public var count: Int { complete.count }

  /// The current rest, so far, or else the last that was complete; nil before any.
  public func now(at time: UInt64) -> Double? {
    if let restedAt { return seconds(time > restedAt ? time - restedAt : 0) }
    return last.map(seconds)
  }

  /// The lower median of complete rests; nil before the first.
  public var median: Double? { complete.isEmpty ? nil : seconds(complete[(complete.count - 1) / 2]) }

  public var worst: Double? { complete.last.map(seconds) }
}

private func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e9 }
