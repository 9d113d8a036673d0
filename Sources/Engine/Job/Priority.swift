/// How soon a job goes among those ready on one queue.
///
/// There is no donation: an urgent job does not raise the priority of the prerequisites that it waits for.
public enum Priority: Int, CaseIterable, Comparable, Sendable {
  case veryLow, low, normal, high, veryHigh

  public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
}
