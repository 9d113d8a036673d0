/// The order among jobs that are ready on one queue.
///
/// Priorities are not donated. An urgent job doesn't raise the priority of the prerequisites that it waits for.
public enum Priority: Int, CaseIterable, Comparable, Sendable {
  case veryLow, low, normal, high, veryHigh

  public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
}
