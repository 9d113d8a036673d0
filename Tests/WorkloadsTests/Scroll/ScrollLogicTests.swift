import Testing

@testable import Workloads

@Suite("What a scroll does, without an engine")
struct ScrollLogicTests {
  @Test("Bytes are wasted until their photo is seen, if only in passing; those of a part of it always")
  func wasted() {
    var figures = ScrollFigures()
    figures.received(100, row: 1, isWhole: true, inSight: 0..<4)
    #expect(figures.wasted == 0)
    figures.received(50, row: 9, isWhole: true, inSight: 0..<4)
    #expect(figures.wasted == 50)
    figures.saw(8..<12)
    #expect(figures.wasted == 0)
    figures.saw(8..<12)
    #expect((figures.fetched, figures.seen) == (150, 150))
    figures.received(70, row: 2, isWhole: false, inSight: 0..<4)
    figures.saw(0..<4)
    #expect((figures.fetched, figures.wasted) == (220, 70))
  }

  @Test("A rest is timed from its own time to its first completion; one left early is counted, not timed")
  func restTimes() {
    var times = RestTimes()
    #expect(times.now(at: 5) == nil && times.median == nil && times.worst == nil)
    times.rested(at: 1_000_000_000)
    #expect(times.now(at: 1_500_000_000) == 0.5)
    times.completed(at: 3_000_000_000)
    times.completed(at: 9_000_000_000)
    #expect(times.now(at: 99_000_000_000) == 2)
    times.rested(at: 10_000_000_000)
    times.left()
    times.left()
    #expect((times.count, times.cutShort) == (1, 1))
    for length in [1, 7, 3] as [UInt64] {
      times.rested(at: 20_000_000_000)
      times.completed(at: 20_000_000_000 + length * 1_000_000_000)
    }
    #expect((times.median, times.worst) == (2, 7))
    #expect(times.now(at: 0) == 3)
  }
}

@Suite("Scroll scripts")
struct ScrollScriptTests {
  @Test("A script is reported as begin, rows in sight, rest; scrolls without a rest between them are one")
  func events() {
    let script = ScrollScript([
      .rest(seconds: 1), .scroll(to: 4, seconds: 0.5), .scroll(to: 2, seconds: 0.25), .rest(seconds: 2),
      .memoryWarning,
    ])
    let events = script.events(rows: 5, count: 100)
    #expect(events.first == ScrollEvent(time: 0, kind: .rested(0..<5)))
    #expect(events.filter { $0.kind == .began }.map(\.time) == [1])
    #expect(events.dropFirst().first { $0.kind == .rested(2..<7) }?.time == 1.75)
    #expect(events.contains { $0.kind == .moved(4..<9) })
    #expect(events.last == ScrollEvent(time: 3.75, kind: .memoryWarning))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("A scroll stops at the ends of the list, however short that is")
  func ends() {
    let script = ScrollScript([.scroll(to: 1000, seconds: 0.5)])
    #expect(script.events(rows: 8, count: 20).last?.kind == .rested(12..<20))
    #expect(script.events(rows: 8, count: 3).last?.kind == .rested(0..<3))
    #expect(script.events(rows: 8, count: 0).last?.kind == .rested(0..<0))
  }

  @Test("A script follows from its seed, and reads back as written", arguments: ScrollScript.BuiltIn.allCases)
  func builtIn(builtIn: ScrollScript.BuiltIn) throws {
    let script = ScrollScript(builtIn, seed: 3)
    #expect(ScrollScript(builtIn, seed: 3) == script && ScrollScript(builtIn, seed: 8) != script)
    #expect(
      try ScrollScript(text: "# a comment\n\n" + script.text + "  memory  warning # now").steps
        == script.steps + [.memoryWarning])
  }

  @Test(
    "A malformed line is refused, with its number",
    arguments: [
      "scroll to x in 1", "scroll to 1", "rest", "rest -1", "rest 1e9", "rest nan", "scroll to -1 in 1",
    ])
  func refused(line: String) {
    #expect(throws: ScrollScriptError(line: 2, text: line)) { try ScrollScript(text: "rest 1\n\(line)\n") }
  }
}
