import Foundation
import Measurement
import Testing
import Timelines

@testable import Records

@Suite("Recorded comparisons")
struct RecordsTests {
  private static let clone = Clone(
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../..").standardizedFileURL)

  private let comparisons = RecordedComparisons(clone)

  @Test("What pages and drawings say is what their records come to")
  func shown() throws {
    let files = try comparisons.shown()
    #expect(
      Set(files.keys).isSuperset(of: [
        "README.md", "Comparison/Pictures/cost.svg", "Comparison/Pictures/lesson-11.svg",
      ]))
    for (path, data) in files { #expect(try Self.clone.data(path) == data, "\(path): run .ci/record") }
  }

  @Test("A record is kept as its runs, and its timelines beside them", arguments: ["photos", "jobs"])
  func kept(workload: String) throws {
    let runs: Record<Comparison> = try Self.clone.record(workload)
    let timelines: Record<[Scene]> = try Self.clone.record("\(workload)-timelines")
    var whole = runs
    whole.scenes = timelines.measurement
    let kept = try comparisons.kept(whole.json(isCompact: true))
    let path = Clone.results("\(workload)-timelines")
    #expect(try kept == [Clone.results(workload): runs.json(), path: Self.clone.data(path)])
  }

  @Test("The record of a workload that no page shows is refused, and so is any other file")
  func refused() throws {
    let graph = Record(Comparison(workload: "jobs", engines: ["gcd"], results: []))
    #expect(throws: PublishingError.self) { try comparisons.kept(graph.json()) }
    #expect(throws: PublishingError.self) { try comparisons.kept(Data("{}".utf8)) }
    let nowhere = RecordedComparisons(Clone(FileManager.default.temporaryDirectory))
    #expect(throws: PublishingError.self) { try nowhere.shown() }
  }

  @Test("A run of lesson 11 without one of its transfers is refused")
  func incompleteLesson() throws {
    let error = #expect(throws: PublishingError.self) { try LessonPicture { _ in Timeline(lanes: []) } }
    #expect(error?.description.contains("no “first transfer”") == true)
  }

  @Test("What stands between two marks is replaced, and nothing else")
  func replace() {
    let document = "a\n<!-- x -->\nold\n<!-- /x -->\nb <!-- y -->\n"
    #expect(replacing("x", in: document, with: "new\n") == "a\n<!-- x -->\nnew\n<!-- /x -->\nb <!-- y -->\n")
    #expect(replacing("y", in: document, with: "") == nil)
    #expect(replacing("x", in: "<!-- /x -->\n<!-- x -->\n", with: "") == nil)
  }
}
