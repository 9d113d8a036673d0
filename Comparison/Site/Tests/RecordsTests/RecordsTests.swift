import Foundation
import Measurement
import Testing
import Timelines

@testable import Records

@Suite("Recorded comparisons")
struct RecordsTests {
  private static let clone = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../..").standardizedFileURL

  private let comparisons = RecordedComparisons(Clone(clone))

  @Test("What pages and drawings say is what their records come to")
  func shown() throws {
    let files = try comparisons.shown()
    #expect(
      Set(files.keys).isSuperset(of: [
        "README.md", "Comparison/Pictures/cost.svg", "Comparison/Pictures/lesson-11.svg",
      ]))
    for (path, data) in files {
      let there = try Data(contentsOf: Self.clone.appendingPathComponent(path))
      #expect(there == data, "\(path): run .ci/record")
    }
  }

  private func recorded(_ name: String) throws -> Data {
    try Data(contentsOf: Self.clone.appendingPathComponent("Comparison/Results/\(name).json"))
  }

  /// Returns the record of a workload as a single file, as the program writes it.
  private func whole(_ name: String) throws -> Data {
    var record = try JSONDecoder().decode(Record<Comparison>.self, from: recorded(name))
    record.scenes = try JSONDecoder().decode(Record<[Scene]>.self, from: recorded("\(name)-timelines"))
      .measurement
    return try record.json(isCompact: true)
  }

  /// Returns a record's file as this version of the program would write it.
  private func written(_ name: String) throws -> Data {
    try JSONDecoder().decode(Record<Comparison>.self, from: recorded(name)).json()
  }

  @Test("A record is kept as its runs, and its timelines beside them")
  func kept() throws {
    let photos = try comparisons.kept(whole("photos"))
    #expect(try photos["Comparison/Results/photos.json"] == written("photos"))
    let jobs = try comparisons.kept(whole("jobs"))
    #expect(try jobs["Comparison/Results/jobs.json"] == written("jobs"))
    #expect(try jobs["Comparison/Results/jobs-timelines.json"] == recorded("jobs-timelines"))
    #expect(jobs.count == 2)
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
