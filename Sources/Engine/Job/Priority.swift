/// A job's priority, which determines its position among the jobs that are ready on the same queue.
///
/// There is no priority inheritance. An urgent job doesn't raise the priority of the prerequisites that it is
/// waiting for.
public enum Priority: Int, CaseIterable, Comparable, Sendable {
  case veryLow, low, normal, high, veryHigh

  public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
}
