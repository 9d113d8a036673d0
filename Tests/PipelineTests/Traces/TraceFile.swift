import Foundation

/// A trace file, parsed and checked by the rules of the format.
struct TraceFile: Decodable {
  let traceEvents: [Event]

  struct Event: Decodable {
    let name: String
    let ph: String
    var cat: String?
    var ts: Double?
    var dur: Double?
    let pid: Int
    let tid: Int
    var id: String?
    var id2: LocalID?
    var bp: String?
    var args: [String: Argument]?

    var track: [Int] { [pid, tid] }
    /// The key that connects asynchronous events or arrows: the same process, category and ID.
    var key: String { "\(pid) \(cat ?? "") \(id2?.local ?? id ?? "")" }
    /// The start in nanoseconds, because sums of fractions can't be compared.
    var start: Int { Int(((ts ?? 0) * 1000).rounded()) }
    var end: Int { Int((((ts ?? 0) + (dur ?? 0)) * 1000).rounded()) }
    var outcome: String? { if case .text(let text)? = args?["outcome"] { text } else { nil } }
  }

  struct LocalID: Decodable { let local: String }

  enum Argument: Decodable, Equatable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var number: Double? { if case .number(let number) = self { number } else { nil } }
  }

  init(events: [Event]) { traceEvents = events }

  /// - Throws: `DecodingError` if the file isn't valid JSON, or if an event lacks a required member.
  init(path: String) throws {
    self = try JSONDecoder().decode(TraceFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func all(_ kind: String, _ category: String? = nil) -> [Event] {
    traceEvents.filter { $0.ph == kind && (category == nil || $0.cat == category) }
  }

  /// The names of the processes.
  var processes: [Argument?] { all("M").filter { $0.name == "process_name" }.map { $0.args?["name"] } }

  /// The end events of the photos' spans.
  var photos: [Event] { all("e", "photo").filter { $0.outcome != nil } }

  /// All violations of the format's rules, or an empty array if the file is valid.
  var violations: [String] {
    kinds + metadata + times + slices + spans + arrows + counters
  }

  // MARK: Rules

  private var kinds: [String] {
    traceEvents.filter { !["M", "X", "b", "e", "n", "s", "f", "C"].contains($0.ph) }.map {
      "\($0.name) is of the unknown kind \($0.ph)"
    }
  }

  /// Every process and thread with events has exactly one name.
  private var metadata: [String] {
    let names = all("M").filter { ["process_name", "thread_name"].contains($0.name) }
    let processes = names.filter { $0.name == "process_name" }.map(\.pid)
    let threads = names.filter { $0.name == "thread_name" }.map(\.track)
    var problems: [String] = []
    if Set(processes).count < processes.count { problems.append("a process has two names") }
    if Set(threads).count < threads.count { problems.append("a thread has two names") }
    for event in names where event.args?["name"] == nil || event.args?["name"] == .text("") {
      problems.append("\(event.name) of \(event.track) gives no name")
    }
    for event in traceEvents where event.ph != "M" {
      if !processes.contains(event.pid) { problems.append("process \(event.pid) has no name") }
      if !threads.contains(event.track) { problems.append("thread \(event.track) has no name") }
    }
    return Set(problems).sorted()
  }

  private var times: [String] {
    var problems: [String] = []
    var last = 0.0
    for event in traceEvents where event.ph != "M" {
      guard let time = event.ts, time.isFinite, time >= 0 else {
        problems.append("\(event.name) has no time")
        continue
      }
      if time < last { problems.append("\(event.name) at \(time) comes after \(last)") }
      last = max(last, time)
    }
    return problems
  }

  /// Slices of a thread are nested or don't overlap.
  private var slices: [String] {
    var problems: [String] = []
    var open: [[Int]: [Event]] = [:]
    for slice in all("X") {
      guard let duration = slice.dur, duration >= 0 else {
        problems.append("\(slice.name) has no duration")
        continue
      }
      while let outer = open[slice.track]?.last, outer.end <= slice.start { open[slice.track]?.removeLast() }
      if let outer = open[slice.track]?.last, outer.end < slice.end {
        problems.append("\(slice.name) reaches out of \(outer.name)")
      }
      open[slice.track, default: []].append(slice)
    }
    return problems
  }

  /// Every begin event has an end event, and spans that begin later end earlier.
  private var spans: [String] {
    var problems: [String] = []
    var open: [String: [Event]] = [:]
    for event in traceEvents where ["b", "e", "n"].contains(event.ph) {
      if event.id2?.local ?? event.id == nil || event.cat == nil {
        problems.append("\(event.name) has no id or no category")
      }
      switch event.ph {
      case "b": open[event.key, default: []].append(event)
      case "e":
        let begin = open[event.key]?.popLast()
        if begin?.name != event.name {
          problems.append("\(event.name) ends where \(begin?.name ?? "nothing") is open")
        }
      default:
        if open[event.key]?.isEmpty != false { problems.append("\(event.name) happens in nothing") }
      }
    }
    return problems + open.values.joined().map { "\($0.name) has no end" }
  }

  /// Every arrow has one begin and one end, in this order, each within a slice.
  private var arrows: [String] {
    let slices = Dictionary(grouping: all("X"), by: \.track)
    func isBound(_ event: Event) -> Bool {
      slices[event.track]?.contains { $0.start <= event.start && event.start < max($0.end, $0.start + 1) }
        == true
    }
    var problems: [String] = []
    for (key, ends) in Dictionary(grouping: all("s") + all("f"), by: \.key) {
      if ends.map(\.ph) != ["s", "f"] || ends[0].start > ends[1].start {
        problems.append("\(key) is no arrow")
      }
      if ends.contains(where: { !isBound($0) }) { problems.append("\(key) is bound to no slice") }
      if ends.contains(where: { $0.ph == "f" && $0.bp != "e" }) {
        problems.append("\(key) ends at a next slice")
      }
    }
    return problems
  }

  private var counters: [String] {
    all("C").filter { counter in
      guard let values = counter.args?.values, !values.isEmpty else { return true }
      return values.contains { ($0.number ?? -1) < 0 }
    }.map { "\($0.name) at \($0.ts ?? -1) counts nothing" }
  }
}
