import Testing

@Suite("The rules of the trace format")
struct TraceRuleTests {
  typealias Event = TraceFile.Event

  private static func named(_ events: [Event]) -> TraceFile {
    let names = [
      Event(name: "process_name", ph: "M", pid: 1, tid: 1, args: ["name": .text("gcd")]),
      Event(name: "thread_name", ph: "M", pid: 1, tid: 1, args: ["name": .text("main")]),
    ]
    return TraceFile(events: names + events)
  }

  private static func slice(_ name: String, _ start: Double, _ duration: Double) -> Event {
    Event(name: name, ph: "X", ts: start, dur: duration, pid: 1, tid: 1)
  }

  @Test(
    "A bad one breaks the one that it breaks",
    arguments: [
      ("of the unknown kind Q", [Event(name: "x", ph: "Q", ts: 0, pid: 1, tid: 1)]),
      ("process 2 has no name", [Event(name: "x", ph: "X", ts: 0, dur: 1, pid: 2, tid: 1)]),
      ("thread [1, 9] has no name", [Event(name: "x", ph: "X", ts: 0, dur: 1, pid: 1, tid: 9)]),
      ("has no time", [Event(name: "x", ph: "X", dur: 1, pid: 1, tid: 1)]),
      ("has no duration", [Event(name: "x", ph: "X", ts: 0, dur: -1, pid: 1, tid: 1)]),
      ("comes after", [slice("x", 5, 1), slice("y", 4, 1)]),
      ("reaches out of", [slice("x", 0, 2), slice("y", 1, 2)]),
      ("has no end", [Event(name: "x", ph: "b", cat: "c", ts: 0, pid: 1, tid: 1, id: "0x1")]),
      ("where nothing is open", [Event(name: "x", ph: "e", cat: "c", ts: 0, pid: 1, tid: 1, id: "0x1")]),
      ("happens in nothing", [Event(name: "x", ph: "n", cat: "c", ts: 0, pid: 1, tid: 1, id: "0x1")]),
      ("is no arrow", [Event(name: "x", ph: "s", cat: "c", ts: 0, pid: 1, tid: 1, id: "0x1")]),
      ("is bound to no slice", [Event(name: "x", ph: "s", cat: "c", ts: 0, pid: 1, tid: 1, id: "0x1")]),
      ("counts nothing", [Event(name: "x", ph: "C", ts: 0, pid: 1, tid: 1, args: ["a": .text("b")])]),
    ])
  func bad(rule: String, events: [Event]) {
    let violations = Self.named(events).violations
    #expect(violations.contains { $0.contains(rule) }, "\(violations)")
  }
}
