/// The horizontal scale that timelines share when they are drawn together.
public struct Axis: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case time
    /// An axis on which all moments are the same distance apart.
    case order
  }

  public let kind: Kind
  /// The length of the longest timeline, in seconds or in moments after the first.
  public let length: Double

  /// The length in seconds that the longest body must have for the axis to show time. If all bodies are shorter, a
  /// time axis would mainly show how long threads took to start, so the order of moments is more informative.
  private static let least = 0.01

  /// Creates an axis for the timelines.
  /// - Parameter kind: The quantity that the axis shows, or nil to choose by the length of the bodies.
  public init(_ timelines: [Timeline], kind: Kind? = nil) {
    let longest = timelines.map(\.duration).max() ?? 0
    let bodies = timelines.flatMap(\.lanes).flatMap(\.bars).filter {
      $0.state == .running || $0.state == .cancelled
    }
    let body = bodies.map { $0.end.time - $0.start.time }.max() ?? 0
    self.kind = kind ?? (body < Self.least ? .order : .time)
    switch self.kind {
    case .time: length = max(longest, 1e-6)
    case .order: length = Double(max(1, timelines.map { Self.turns($0).count - 1 }.max() ?? 1))
    }
  }

  /// The position of a moment on the axis, from 0 to 1.
  public typealias Place = (Timeline.Moment) -> Double

  /// Returns the positions of a timeline's moments.
  public func places(_ timeline: Timeline) -> Place {
    switch kind {
    case .time:
      let start = timeline.moments.map(\.time).min() ?? 0
      return { [length] in min(1, max(0, ($0.time - start) / length)) }
    case .order:
      let ranks = Dictionary(uniqueKeysWithValues: Self.turns(timeline).enumerated().map { ($1, $0) })
      return { [length] in Double(ranks[$0.turn] ?? 0) / length }
    }
  }

  private static func turns(_ timeline: Timeline) -> [Int] {
    timeline.moments.map(\.turn).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
