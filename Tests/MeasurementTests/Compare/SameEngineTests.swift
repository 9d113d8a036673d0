import Foundation
import Testing

@testable import Measurement

/// A comparison of an engine with itself, as `pipeline compare --engines gcd,gcd --json` recorded it.
@Suite struct SameEngineTests {
  private let comparison: Comparison

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "gcd-gcd.json")
    comparison = try JSONDecoder().decode(Record<Comparison>.self, from: Data(contentsOf: file)).measurement
  }

  @Test("An engine against itself is no different")
  func same() throws {
    #expect(comparison.engines == ["gcd", "gcd"])
    #expect(comparison.runs.count >= 20)
    let check = try #require(SameEngine(comparison))
    #expect(check.figures >= 14)
    #expect(check.isNoDifference, "\(check.strays) stray")
    for row in comparison.rows where [.wall, .userCPU, .peakMemory, .allFiltered].contains(row.figure) {
      #expect(row.cells[1]?.ratio?.verdict == .noDifference, "\(row.figure)")
    }
  }

  @Test("One interval of twenty may miss, and many may not")
  func chance() {
    #expect(SameEngine(figures: 14, strays: 0).isNoDifference)
    #expect(SameEngine(figures: 14, strays: 2).isNoDifference)
    #expect(!SameEngine(figures: 14, strays: 4).isNoDifference)
    #expect(!SameEngine(figures: 1000, strays: 80).isNoDifference)
    #expect(SameEngine(figures: 1000, strays: 50).isNoDifference)
  }

  @Test("The same runs with a tenth more of time on one side are told apart")
  func different() throws {
    let slower = Comparison(
      workload: comparison.workload, engines: ["gcd", "slower"],
      runs: comparison.runs.map { run in
        guard run.column == 1 else { return run }
        var figures = run.figures
        figures[.userCPU]? *= 1.1
        return Comparison.Run(block: run.block, column: 1, figures: figures)
      })
    let cell = try #require(slower.rows.first { $0.figure == .userCPU }?.cells[1])
    #expect(cell.ratio?.verdict == .more)
    #expect(slower.rows.first { $0.figure == .wall }?.cells[1]?.ratio?.verdict == .noDifference)
  }
}
