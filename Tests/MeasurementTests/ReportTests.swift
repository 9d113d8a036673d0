import Foundation
import Testing

@testable import Measurement

@Suite struct ReportTests {
  private func timeline(_ lines: [String]) throws -> WorkerTimeline {
    try WorkerTimeline(engine: "gcd", events: Data((lines.joined(separator: "\n") + "\n").utf8))
  }

  private func event(_ ms: Int, _ event: String, job: Int, _ name: String = "filter A", thread: Int = 7)
    -> String
  {
    #"{"engine":"gcd","time":\#(ms * 1_000_000 + 5),"event":"\#(event)","job":\#(job),"name":"\#(name)","queue":"\#(name.prefix { $0 != " " })","thread":\#(thread)}"#
  }

  @Test("A body is a bar on its thread, and goes on in a row of its queue when it gives the thread back")
  func bars() throws {
    let result = try timeline([
      event(0, "ready", job: 1, "download A B"), event(10, "running", job: 1, "download A B"),
      event(11, "returned", job: 1, "download A B"), event(12, "running", job: 2, "download C"),
      event(13, "returned", job: 2, "download C"), event(30, "finished", job: 1, "download A B"),
      event(31, "running", job: 3, "filter A B", thread: 8), event(40, "cancelled", job: 2, "download C"),
      event(50, "finished", job: 3, "filter A B", thread: 8),
    ])
    #expect(result.rows == ["thread 1", "thread 2", "download 1", "download 2"])
    #expect(result.duration == 0.05)
    #expect(result.bars.map(\.row) == [0, 2, 0, 3, 1])
    #expect(result.bars.map(\.photo) == ["A B", "A B", "C", "C", "A B"])
    #expect(result.bars.map(\.outcome) == [nil, "finished", nil, "cancelled", "finished"])
    #expect(result.bars.map(\.isCancelled) == [false, false, false, true, false])
    #expect(result.bars[1].start == 0.011 && result.bars[1].end == 0.03)
  }

  @Test("A row that is free again is taken again")
  func rows() throws {
    let result = try timeline(
      (1...3).flatMap { job in
        [("running", 0), ("returned", 1), ("finished", 9)].map {
          event(10 * job + $0.1, $0.0, job: job, "download A")
        }
      })
    #expect(result.rows == ["thread 1", "download 1"])
  }

  @Test("Suspensions, jobs cancelled unstarted, and what never ended are told")
  func rest() throws {
    let result = try timeline([
      event(0, "suspended", job: 0), event(5, "cancelled", job: 1), event(20, "resumed", job: 0),
      event(30, "running", job: 2), event(40, "suspended", job: 0),
    ])
    #expect(result.cancelledUnstarted == 1)
    #expect(result.suspensions.map { [$0.start, $0.end] } == [[0, 0.02], [0.04, 0.04]])
    #expect(result.bars.map(\.outcome) == ["still running"])
    #expect(try timeline([]).bars.isEmpty)
    #expect(throws: DecodingError.self) { try timeline(["{}"]) }
  }

  private func report(_ verdicts: PairedRatio.Verdict...) throws -> Report {
    let bars = try timeline([
      event(0, "suspended", job: 0), event(1, "running", job: 1, "filter A"), event(2, "resumed", job: 0),
      event(3, "cancelled", job: 1, "filter A"),
    ])
    var (base, other): ([Figure: Double], [Figure: Double]) = ([:], [:])
    for (figure, verdict) in zip([Figure.wall, .userCPU, .systemCPU], verdicts) {
      base[figure] = 2
      other[figure] = verdict == .less ? 1 : verdict == .equal ? 2 : 4
    }
    let blocks = verdicts == [.unknown] ? 2 : 6
    var report = Record(Comparison(["gcd", "operation"], blocks: blocks) { [base, other][$1] }).report
    report.title = "</title><script>alert(1)</script>"
    report.scenes = [.init(title: "a run", timelines: [bars, bars])]
    return report
  }

  @Test("The page asks no host for anything, is complete without scripts, and no name breaks out of it")
  func page() throws {
    let page = try report(.more).page
    #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;alert(1)"))
    #expect(!page.contains("/* style */") && !page.contains("/* script */") && !page.contains("<!-- body"))
    #expect(page.contains("default-src 'none'") && !page.contains("https://"))
    let start = try #require(page.range(of: "<body>")?.upperBound)
    let body = page[start...]
    #expect(body.contains("operation takes 2.00 times as long as gcd.") && body.contains(Figure.wall.meaning))
    #expect(body.contains(", suspended"))
    #expect(body.contains("filter A (cancelled)"))
  }

  @Test("Figures without a difference are folded; an axis has the largest value")
  func folded() throws {
    let page = try report(.more, .equal, .less).page
    let fold = try #require(page.range(of: "<summary>1 figure in which no difference was found</summary>"))
    #expect(
      page[..<fold.lowerBound].contains(Figure.systemCPU.title)
        && !page[..<fold.lowerBound].contains(Figure.userCPU.title)
        && page[fold.upperBound...].contains(Figure.userCPU.title))
    #expect(page.contains(">4.00 s</text>"))
    #expect(try !report(.unknown).page.contains("no difference was found"))
  }

  @Test("The legend explains only the verdicts that cells contain")
  func legend() throws {
    func explained(_ report: Report) -> [Bool] {
      ["× the ratio to gcd", "“Equal” means", "Where no difference was found"].map(report.legend.contains)
    }
    #expect(try explained(report(.more)) == [true, false, false])
    #expect(try explained(report(.equal, .equal)) == [false, true, false])
    #expect(try explained(report(.equal, .less)) == [true, true, false])
    #expect(try explained(report(.unknown)) == [false, false, false])
  }
}
