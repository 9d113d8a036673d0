import Foundation
import Testing

@testable import Timelines

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Timelines as pictures")
struct DrawingTests {
  private static func at(_ turn: Int, _ milliseconds: Double) -> Timeline.Moment {
    Timeline.Moment(time: milliseconds / 1e3, turn: turn, line: 10 + turn)
  }

  /// A timeline with all states, half a second long.
  private static let timeline = Timeline(lanes: [
    Timeline.Lane("queue", bars: [Timeline.Bar(.suspended, from: at(1, 0), to: at(4, 100))]),
    Timeline.Lane(
      "download <1> & \"2\"", detail: "thread 1",
      bars: [
        Timeline.Bar(.waiting, from: at(2, 50), to: at(5, 150)),
        Timeline.Bar(.running, from: at(5, 150), to: at(6, 300)),
        Timeline.Bar(.cancelled, from: at(6, 300), to: at(8, 500)),
      ]),
    Timeline.Lane(
      "filter",
      bars: [
        Timeline.Bar(.waiting, from: at(3, 60), to: at(7, 400)),
        Timeline.Bar(.neverRan, from: at(7, 400), to: at(8, 500)),
      ]),
    Timeline.Lane("nothing to filter", marks: [at(8, 500)]),
  ])

  /// Returns a timeline with a single bar that begins immediately.
  private static func bar(to milliseconds: Double, label: String? = nil) -> Timeline {
    let bar = Timeline.Bar(.running, from: at(1, 0), to: at(2, milliseconds), label: label)
    return Timeline(lanes: [Timeline.Lane("a", bars: [bar])])
  }

  private let drawing = TimelineDrawing([
    .init("GCD", color: .gcd, timeline: timeline),
    .init("Operation", color: .operation, timeline: Timeline(lanes: [Timeline.Lane("empty")])),
  ])

  private typealias Element = (name: String, attributes: [String: String])

  private func elements(_ markup: some CustomStringConvertible) throws -> [Element] {
    let reader = Reader()
    let parser = XMLParser(data: Data("\(markup)".utf8))
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.elements
  }

  @Test("A drawing is well-formed, whatever a lane is called, and runs no script")
  func wellFormed() throws {
    let file = drawing.file(drawing.columns[0])
    #expect(try !elements(file).contains { $0.name == "script" })
    #expect(!file.contains("nan") && !file.contains("inf"))
    #expect(file.contains("prefers-color-scheme:dark"))
    for column in drawing.columns {
      for part in ["\(drawing.element(column, id: "x"))", drawing.file(column)] { _ = try elements(part) }
    }
    _ = try elements("<div>\(drawing.legend)</div>")
  }

  @Test("Each state has a look of its own, and a bar says where it begins and ends, and by which lines")
  func bars() throws {
    let bars = try elements(drawing.element(drawing.columns[0], id: "gcd")).filter {
      $0.name == "rect" && $0.attributes["data-at"] != nil
    }
    #expect(
      bars.map { $0.attributes["class"] } == [
        "suspended", "waiting", "running", "cancelled", "waiting", "never",
      ])
    #expect(bars[2].attributes["data-line"] == "15 16")
    #expect(bars[2].attributes["data-at"] == "0.3 0.6")
    #expect(bars[3].attributes["fill"] == "url(#gcd-hatch)")
    for state in Timeline.State.allCases {
      #expect(TimelineDrawing.styleSheet.contains(".timeline .\(state.look)"), "\(state)")
    }
  }

  @Test("What is put into markup is escaped, unless it is markup")
  func escaping() {
    let (name, link): (String, Markup) = (#"<a & "b">"#, "<a href=\"\("?a&b")\">\("1 < 2")</a>")
    #expect(link.description == #"<a href="?a&amp;b">1 &lt; 2</a>"#)
    let row: Markup = "<b>\(name.prefix(4)) \(7)\(link)\(nil as Markup?)</b>\([link, "\(name)"])"
    #expect(
      row.description
        == "<b>&lt;a &amp; 7\(link)</b>\(link)&lt;a &amp; &quot;b&quot;&gt;", "and text in a string is not")
  }

  @Test("A mark says where it is, and a bar tells a pointer its name, state, start and length")
  func marks() throws {
    let all = try elements(drawing.element(drawing.columns[0], id: "gcd"))
    let mark = try #require(all.first { $0.name == "circle" })
    #expect(mark.attributes["data-at"] == "1")
    for (label, name) in [(nil, "a"), ("b", "b")] {
      let other = TimelineDrawing([.init("GCD", color: .gcd, timeline: Self.bar(to: 100, label: label))])
      let title = "<title>\(name): running, from 0.00 ms, for 100 ms</title>"
      #expect(other.element(other.columns[0], id: "x").description.contains(title))
    }
  }

  @Test("An arrow leads from a job to those that waited for it, unless they started earlier or never ran")
  func dependencies() throws {
    func lane(_ name: String, _ bar: Timeline.Bar, after prerequisites: [String]? = nil) -> Timeline.Lane {
      var lane = Timeline.Lane(name, bars: [bar])
      lane.prerequisites = prerequisites
      return lane
    }
    let last = Timeline.Bar(.running, from: Self.at(4, 60), to: Self.at(5, 100))
    let timeline = Timeline(lanes: [
      lane("late", last, after: ["first"]),
      lane("first", Timeline.Bar(.running, from: Self.at(1, 0), to: Self.at(3, 50))),
      lane("early", Timeline.Bar(.running, from: Self.at(2, 10), to: Self.at(5, 100)), after: ["first"]),
      lane("never", Timeline.Bar(.neverRan, from: last.start, to: last.end), after: ["first"]),
      lane("after none", last, after: ["never", "unknown"]),
    ])
    let drawing = TimelineDrawing([.init("GCD", color: .gcd, timeline: timeline)])
    let arrows = try elements(drawing.element(drawing.columns[0], id: "gcd")).filter {
      $0.attributes["class"] == "dependency"
    }
    #expect(arrows.map { $0.attributes["data-at"] } == ["0.6"])
    #expect(arrows.first?.attributes["x1"] == TimelineDrawing.percent(0.5))
    // Upwards, from the top of the bar to the bottom of the other.
    #expect(arrows.first?.attributes["y1"] == "42" && arrows.first?.attributes["y2"] == "24")
    #expect(
      drawing.element(drawing.columns[0], id: "gcd").description.contains(
        #/<line class="dependency"[^>]*><title>late waited for first<\/title><\/line>/#))
    #expect(drawing.legend.description.contains("to a job that waited for it"))
    #expect(!self.drawing.legend.description.contains("to a job that waited for it"))
  }

  @Test("Columns share one axis: the same place is the same time in each")
  func axis() throws {
    let both = TimelineDrawing([
      .init("GCD", color: .gcd, timeline: Self.timeline),
      .init("Operation", color: .operation, timeline: Self.bar(to: 100)),
    ])
    let bar = try elements(both.element(both.columns[1], id: "b")).first { $0.attributes["data-at"] != nil }
    #expect(bar?.attributes["data-at"] == "0 0.2")
  }

  @Test(
    "Ticks are round, start at the start, and the last has the unit",
    arguments: [(0.5, ["0", "100", "200", "300", "400", "500 ms"]), (2.4, ["0", "0.5", "1", "1.5", "2 s"])])
  func ticks(seconds: Double, labels: [String]) {
    let axis = Axis([Self.bar(to: seconds * 1e3)])
    #expect(axis.ticks.map(\.label) == labels)
    #expect(axis.ticks.first?.place == 0)
    #expect(axis.ticks.allSatisfy { $0.place <= 1.0001 })
  }

  @Test("An axis of order counts moments from one")
  func order() {
    let drawn = TimelineDrawing([.init("GCD", color: .gcd, timeline: Self.timeline)], kind: .order)
    #expect(drawn.axis.ticks.map(\.label) == ["1", "3", "5", "7"])
    #expect(drawn.legend.description.contains("order, not time"))
  }

  @Test("Events say what happened to each job, in order, and that a bar reaches the record's end is none")
  func events() {
    let events = Self.timeline.events.map { "\($0.subject) \($0.words)" }
    #expect(
      events == [
        "queue is suspended", "download <1> & \"2\" waits", "filter waits", "queue is resumed",
        "download <1> & \"2\" starts", "download <1> & \"2\" is cancelled while it runs",
        "filter is cancelled, and never runs", "download <1> & \"2\" ends", " nothing to filter",
      ])
  }

  @Test("Hundreds of close bars of one state are joined; a lane of jobs that wait and run is left alone")
  func thinned() {
    var many: [Timeline.Bar] = []
    for number in 0..<500 {
      let start = Double(number < 250 ? number : number + 100)
      let (from, to) = (Self.at(2 * number + 1, start), Self.at(2 * number + 2, start + 0.5))
      many.append(Timeline.Bar(.running, from: from, to: to))
    }
    let thinned = Timeline.thinned([Timeline(lanes: [.init("a", bars: many)] + Self.timeline.lanes)])[0]
    let bars = thinned.lanes[0].bars
    #expect(bars.count == 3)
    #expect(bars.first?.start == many.first?.start && bars.last?.end == many.last?.end)
    #expect(bars.contains { $0.start == many[250].start })
    #expect(thinned.events.count { $0.subject == "a" } == 2)
    #expect(Array(thinned.lanes.dropFirst()) == Self.timeline.lanes)
    // More bars stay separate if they have their own names.
    let named = many.prefix(20).map { Timeline.Bar(.running, from: $0.start, to: $0.end, label: "b") }
    #expect(Timeline.thinned([Timeline(lanes: [.init("a", bars: named)])])[0].lanes[0].bars == named)
  }

  @Test("Of more than sixty bars with names, those that touch are one, and what differs or is apart stays")
  func thinnedWithNames() {
    // Consecutive bars, with a gap in the middle and one cancelled bar.
    let bars = (0..<100).map { number in
      let start = Double(number < 50 ? number : number + 1)
      return Timeline.Bar(
        number == 80 ? .cancelled : .running, from: Self.at(2 * number + 1, start),
        to: Self.at(2 * number + 2, start + 1), label: "job \(number)")
    }
    let thinned = Timeline.thinned([Timeline(lanes: [.init("a", bars: bars)])])[0].lanes[0].bars
    #expect(thinned.map(\.label) == ["50 jobs", "30 jobs", "job 80", "19 jobs"])
    #expect(thinned.map(\.state) == [.running, .running, .cancelled, .running])
    #expect(thinned[0].end == bars[49].end && thinned[1].start == bars[50].start)
    let few = Timeline(lanes: [Timeline.Lane("a", bars: Array(bars.prefix(60)))])
    #expect(Timeline.thinned([few]) == [few])
    // Next to a crowded timeline, it would seem less busy.
    let both = Timeline.thinned([few, Timeline(lanes: [Timeline.Lane("a", bars: bars)])])
    #expect(both.map { $0.lanes[0].bars.first?.label } == ["50 jobs", "50 jobs"])
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }
  }
}
