/// What a diary says.
public struct Story: Sendable {
  /// A moment, or a span of time.
  public struct Entry: Sendable {
    public let text: String
    public let isSpan: Bool
    /// `main`, `caller`, or `thread` with the number in which it first wrote.
    public let thread: String
    /// Since the diary was begun.
    public let start: Duration
    /// Of a span that has ended.
    public internal(set) var end: Duration?
    /// The place of the start, and of the end, among all that was written: no clock is fine enough for that.
    public let startTurn: Int
    public internal(set) var endTurn: Int?
  }

  public struct Figure: Sendable {
    public let name: String
    public let value: Int
  }

  /// As they began.
  public internal(set) var entries: [Entry] = []
  public internal(set) var figures: [Figure] = []

  public init() {}

  /// The texts of the moments, in order.
  public var notes: [String] { entries.filter { !$0.isSpan }.map(\.text) }

  /// The texts of the spans, as they began.
  public var spans: [String] { entries.filter(\.isSpan).map(\.text) }

  /// The first entry with this text.
  public subscript(text: String) -> Entry? { entries.first { $0.text == text } }

  public func figure(_ name: String) -> Int? { figures.first { $0.name == name }?.value }

  /// The most spans with such a text that were open together.
  public func mostAtOnce(_ prefix: String = "") -> Int {
    let changes = entries.filter { $0.isSpan && $0.text.hasPrefix(prefix) }
      .flatMap { [($0.startTurn, 1), ($0.endTurn ?? .max, -1)] }
      .sorted { $0 < $1 }
    var (open, most) = (0, 0)
    for (_, change) in changes {
      open += change
      most = max(most, open)
    }
    return most
  }

  /// The threads that wrote entries with such a text.
  public func threads(_ prefix: String = "") -> Set<String> {
    Set(entries.filter { $0.text.hasPrefix(prefix) }.map(\.thread))
  }

  /// Whether the one was over before the other began.
  public func isBefore(_ first: String, _ second: String) -> Bool {
    guard let first = self[first], let second = self[second] else { return false }
    return first.isSpan ? first.endTurn ?? .max < second.startTurn : first.startTurn < second.startTurn
  }
}
