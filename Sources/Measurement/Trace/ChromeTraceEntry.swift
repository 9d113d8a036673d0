extension ChromeTrace {
  /// One event of the format. Times in microseconds; what a kind of event does not have is left out.
  struct Entry: Encodable {
    var name: String
    /// The kind: M metadata, X a whole slice, b and e an asynchronous span, s and f an arrow, C a counter.
    var ph: String
    var cat: String?
    var ts: Double?
    var dur: Double?
    var pid = 1
    var tid: Int?
    var id: String?
    /// An arrow ends at the slice that surrounds it.
    var bp: String?
    var args: Arguments?

    enum Arguments: Encodable {
      case name(String)
      case end(String)
      case counts([String: Double])

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .name(let name): try container.encode(["name": name])
        case .end(let end): try container.encode(["end": end])
        case .counts(let counts): try container.encode(counts)
        }
      }
    }

    static func slice(
      _ name: String, category: String, thread: Int, from: Double, to: Double, end: String
    ) -> Entry {
      Entry(
        name: name, ph: "X", cat: category.isEmpty ? "job" : category, ts: from, dur: max(0, to - from),
        tid: thread,
        args: .end(end))
    }

    static func asyncBegin(_ name: String, category: String, id: UInt64, at time: Double) -> Entry {
      Entry(name: name, ph: "b", cat: category, ts: time, tid: 0, id: String(id))
    }

    static func asyncEnd(_ name: String, category: String, id: UInt64, at time: Double) -> Entry {
      Entry(name: name, ph: "e", cat: category, ts: time, tid: 0, id: String(id))
    }

    static func counter(_ name: String, at time: Double, _ values: [String: Double]) -> Entry {
      Entry(name: name, ph: "C", ts: time, args: .counts(values))
    }

    /// An arrow binds to the slice in which it begins, and to the one in which it ends.
    static func arrow(_ id: Int, from: (thread: Int, time: Double), to: (thread: Int, time: Double))
      -> [Entry]
    {
      [
        Entry(
          name: "prerequisite", ph: "s", cat: "prerequisite", ts: from.time, tid: from.thread, id: "p\(id)"),
        Entry(
          name: "prerequisite", ph: "f", cat: "prerequisite", ts: to.time, tid: to.thread, id: "p\(id)",
          bp: "e"),
      ]
    }
  }
}
