/// One event of the Chrome trace event format. Times are in microseconds; what a kind of event does not have is left out.
struct ChromeTraceEntry: Encodable {
  var name: String
  /// The kind: M metadata, X a slice from its begin to its end, b, e and n the begin and the end of an asynchronous span
  /// and a moment in it, s and f an arrow, C a counter.
  var ph: String
  var cat: String?
  var ts: Double?
  var dur: Double?
  var pid: Int
  var tid: Int
  /// Identifies an arrow across processes.
  var id: String?
  /// Identifies an asynchronous span within its process.
  var id2: LocalID?
  /// An arrow ends at the slice that surrounds it.
  var bp: String?
  var args: Arguments?

  struct LocalID: Encodable { var local: String }

  enum Arguments: Encodable {
    case texts([String: String])
    case counts([String: Double])
    case position(Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .texts(let texts): try container.encode(texts)
      case .counts(let counts): try container.encode(counts)
      case .position(let index): try container.encode(["sort_index": index])
      }
    }
  }
}
