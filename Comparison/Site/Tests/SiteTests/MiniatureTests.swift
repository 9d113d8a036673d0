import Foundation
import Testing
import Timelines

@testable import Site

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Small pictures of timelines")
struct MiniatureTests {
  @Test("A small picture is well-formed, whatever a lane is called and holds")
  func wellFormed() {
    let moments = (1...4).map { Timeline.Moment(time: Double($0), turn: $0) }
    let bars = Timeline.State.allCases.map { Timeline.Bar($0, from: moments[0], to: moments[3]) }
    let full = bars.map { Timeline.Lane("<1> & \"2\"", bars: [$0], marks: [moments[1]]) }
    let drawing = TimelineDrawing([
      .init("GCD", color: .gcd, timeline: Timeline(lanes: full)),
      .init("Operation", color: .operation, timeline: Timeline(lanes: [Timeline.Lane("empty")])),
    ])
    for column in drawing.columns {
      #expect(XMLParser(data: Data(drawing.miniature(column).utf8)).parse())
    }
  }
}
