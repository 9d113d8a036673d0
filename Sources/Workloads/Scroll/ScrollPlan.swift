/// What to do when a scroll has come to rest: two sets of rows, and no engine.
public struct ScrollPlan: Equatable, Sendable {
  /// Rows whose work is pending and that are out of sight, in order.
  public let cancel: [Int]
  /// Rows in sight whose work is not pending, in order. Those that need no work are among them.
  public let start: [Int]

  /// - Parameter pending: the rows whose work waits or runs.
  public init(inSight: Range<Int>, pending: Set<Int>) {
    cancel = pending.filter { !inSight.contains($0) }.sorted()
    start = inSight.filter { !pending.contains($0) }
  }
}
