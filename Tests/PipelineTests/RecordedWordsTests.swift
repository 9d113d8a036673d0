import Foundation
import Measurement
import TestSupport
import Testing

@testable import pipeline

@Suite("Recorded words")
struct RecordedWordsTests {
  @Test("What README and the decision say of jobs is what the program makes of the record")
  func jobs() throws {
    let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: project.appendingPathComponent("Comparison/Results/jobs.json"))
    let record = try JSONDecoder().decode(Record<JobComparison>.self, from: data)
    let readme = try String(contentsOf: project.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains(JobsTable(record.measurement).markdown(record)))
    let decision = try String(
      contentsOf: project.appendingPathComponent("Comparison/GCD-or-Operation.md"), encoding: .utf8)
    #expect(
      decision.contains("<!-- findings:jobs -->\n\(JobsTable(record.measurement).findings(record))<!--"))
  }
}
