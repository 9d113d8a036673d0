/// The visible rows of a list. They follow the work until the user scrolls.
struct ScrolledList {
  private(set) var count = 0
  private(set) var height = 1
  private var top = 0
  private var isFollowing = true

  var visible: Range<Int> { top..<min(count, top + height) }
  var isCut: Bool { count > height }
  /// As in “3–22 of 48”.
  var place: String { "\(visible.lowerBound + 1)–\(visible.upperBound) of \(count)" }

  /// - Parameters:
  ///   - count: of all rows.
  ///   - height: how many there is room for.
  ///   - row: kept in sight until the user scrolls.
  mutating func show(count: Int, height: Int, following row: Int?) {
    self.count = count
    self.height = height
    // In the middle, so that finished and upcoming rows are visible, too.
    if isFollowing { top = row.map { $0 - height / 2 } ?? top }
    clamp()
  }

  mutating func move(by rows: Int) {
    isFollowing = false
    top += rows
    clamp()
  }

  private mutating func clamp() { top = max(0, min(top, count - height)) }
}
