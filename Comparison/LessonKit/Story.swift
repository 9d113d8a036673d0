import Timelines

/// What a diary says.
public struct Story: Sendable {
  /// What an entry records.
  public enum Kind: Sendable {
    case note
    /// A job's body, from its start to its end.
    case span
    /// A job was handed to a queue, or a task was made.
    case submitted
    /// A job was cancelled.
    case cancelled
    /// A queue was suspended, or resumed.
    case suspended, resumed
  }

  /// A moment, or a span of time.
  public struct Entry: Sendable {
    public let kind: Kind
    /// The name of the job or queue; of a note, what it says.
    public let text: String
    /// `main`, `caller`, or `thread` and a number, in the order in which threads first wrote.
    public let thread: String
    public let start: Timeline.Moment
    /// The end of a span; nil if it has not ended.
    public internal(set) var end: Timeline.Moment?

    public var isSpan: Bool { kind == .span }
  }

  public struct Figure: Encodable, Sendable {
    public let name: String
    public let value: Int
  }

  /// As they began.
  public internal(set) var entries: [Entry] = []
  public internal(set) var figures: [Figure] = []

  public init() {}

  /// The texts of the spans, as they began.
  public var spans: [String] { entries.filter(\.isSpan).map(\.text) }

  public func figure(_ name: String) -> Int? { figures.first { $0.name == name }?.value }

  /// The most spans with such a text that were open together.
  public func mostAtOnce(_ prefix: String = "") -> Int {
    let changes = entries.filter { $0.isSpan && $0.text.hasPrefix(prefix) }
      .flatMap { [($0.start.turn, 1), ($0.end?.turn ?? .max, -1)] }
      .sorted { $0 < $1 }
    var (open, most) = (0, 0)
    for (_, change) in changes {
      open += change
      most = max(most, open)
    }
    return most
  }
}
