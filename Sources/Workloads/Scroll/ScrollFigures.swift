/// What the strip above a table shows, beside the engine's own counts.
public struct ScrollFigures: Sendable, Equatable {
  /// Rows whose pending work was cancelled; one that was cancelled twice counts twice.
  public private(set) var cancelled = 0
  /// Bytes of bodies received, whole or not.
  public private(set) var fetched = 0
  /// Bytes of photos that were in sight at some time after they had come.
  public private(set) var seen = 0
  /// From rest until every row in sight shows its photo, sepia or not, or its failure.
  public private(set) var shown = RestTimes()
  /// From rest until every row in sight shows its sepia photo, or its failure.
  public private(set) var filtered = RestTimes()

  /// Bytes of whole photos that have not been in sight since they came, by row.
  private var unseen: [Int: Int] = [:]

  public init() {}

  /// Bytes that brought no photo on the screen: of photos that nobody saw, and of transfers that were cancelled or failed.
  public var wasted: Int { fetched - seen }

  /// A transfer has ended.
  /// - Parameter isWhole: it brought a photo.
  public mutating func received(_ bytes: Int, row: Int, isWhole: Bool, inSight: Range<Int>) {
    fetched += bytes
    guard isWhole else { return }
    if inSight.contains(row) { seen += bytes } else { unseen[row] = bytes }
  }

  /// These rows are on the screen, if only in passing.
  public mutating func saw(_ rows: Range<Int>) {
    guard !unseen.isEmpty else { return }
    for row in rows { seen += unseen.removeValue(forKey: row) ?? 0 }
  }

  public mutating func cancelled(_ rows: Int) { cancelled += rows }

  public mutating func rested(at time: UInt64) {
    shown.rested(at: time)
    filtered.rested(at: time)
  }

  /// The rows in sight came this far.
  public mutating func reached(shown isShown: Bool, filtered isFiltered: Bool, at time: UInt64) {
    if isShown { shown.completed(at: time) }
    if isFiltered { filtered.completed(at: time) }
  }

  public mutating func left() {
    shown.left()
    filtered.left()
  }
}
