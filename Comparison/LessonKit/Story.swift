import Timelines

/// The contents of a diary.
public struct Story: Sendable {
  /// The kind of an entry.
  public enum Kind: Sendable {
    case note
    /// A job's body, from its start to its end.
    case span
    /// A job was submitted to a queue, or a task was created.
    case submitted
    /// A job was cancelled.
    case cancelled
    /// A queue was suspended or resumed.
    case suspended, resumed
  }

  /// A moment, or a span of time.
  public struct Entry: Sendable {
    public let kind: Kind
    /// The name of the job or queue, or the text of a note.
    public let text: String
    /// The thread: `main`, `caller`, or `thread` followed by a number. Threads are numbered in the order of
    /// their first entries.
    public let thread: String
    public let start: Timeline.Moment
    /// The end of a span, or nil if it hasn't ended.
    public internal(set) var end: Timeline.Moment?

    public var isSpan: Bool { kind == .span }
  }

  public struct Figure: Encodable, Sendable {
    public let name: String
    public let value: Int
  }

  /// The entries, in the order in which they began.
  public internal(set) var entries: [Entry] = []
  public internal(set) var figures: [Figure] = []
  /// The jobs that have to end before others start, by the names of the others.
  public internal(set) var prerequisites: [String: [String]] = [:]

  public init() {}

  /// The texts of the spans, in the order in which they began.
  public var spans: [String] { entries.filter(\.isSpan).map(\.text) }

  public func figure(_ name: String) -> Int? { figures.first { $0.name == name }?.value }

  /// Returns the maximum number of spans with this prefix that were open simultaneously.
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
