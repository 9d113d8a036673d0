/// The state of a list on screen: the visible rows, and the rows that have their photo.
///
/// All members may be called on any thread.
public final class Screen: Sendable {
  /// Opened once every visible row has its photo.
  public let isComplete = Gate()
  private let rows = Locked((inSight: 0...0, shown: Set<Int>()))

  public init() {}

  public func scroll(to rows: ClosedRange<Int>) { self.rows.withLock { $0.inSight = rows } }

  /// Shows the photo of a row.
  public func fill(_ row: Int, line: Int = #line) {
    show("row \(row) is shown", line: line)
    let isComplete = rows.withLock { rows in
      rows.shown.insert(row)
      return rows.shown.isSuperset(of: rows.inSight)
    }
    if isComplete { self.isComplete.open() }
  }
}
