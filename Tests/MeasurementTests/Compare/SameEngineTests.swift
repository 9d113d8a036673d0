import Foundation
import Testing

@testable import Measurement

/// Tests with a comparison of an engine with itself, recorded by `pipeline compare --engines gcd,gcd --json`.
@Suite struct SameEngineTests {
  private let comparison: Comparison

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "gcd-gcd.json")
    comparison = try JSONDecoder().decode(Record<Comparison>.self, from: Data(contentsOf: file)).measurement
  }

  @Test("An engine that stands twice has a number, so that what is said of its columns can be told apart")
  func names() {
    #expect(comparison.names == ["gcd", "gcd (2)"])
    let report = Record(comparison).report
    #expect(report.engines == comparison.names && report.title.hasSuffix("gcd against gcd (2)"))
    #expect(Comparison(workload: "x", engines: ["a", "b"], runs: []).names == ["a", "b"])
  }

  @Test("An engine against itself is no different")
  func same() throws {
    #expect(comparison.engines == ["gcd", "gcd"])
    #expect(comparison.runs.count >= 20)
    let check = try #require(SameEngine(comparison))
    #expect(check.figures >= 14)
    #expect(check.isNoDifference, "\(check.strays) stray")
    for row in comparison.rows where [.wall, .userCPU, .peakMemory, .allFiltered].contains(row.figure) {
      #expect(row.cells[1]?.ratio?.verdict == .equal, "\(row.figure)")
    }
  }

  /// Ten blocks with correlated figures: all figures of a run deviate by the same factor.
  private func related(_ ratios: [Double]) -> Comparison {
    Comparison(["gcd", "gcd"], blocks: ratios.count) { block, column in
      Dictionary(uniqueKeysWithValues: Figure.allCases.map { ($0, column == 0 ? 1 : ratios[block]) })
    }
  }

  @Test("Figures that hang together may all stray at once, as one does by chance")
  func related() throws {
    // Nine of ten blocks deviate to the same side. With ten coins, this happens in 22 of 1,024 throws.
    let check = try #require(SameEngine(related(Array(repeating: 1.1, count: 9) + [1 / 1.1])))
    #expect(check.strays == check.figures)
    #expect(check.isNoDifference)
    #expect((0.01...0.04).contains(check.likelihood))
  }

  @Test("Runs that all point one way are no chance, and those that point nowhere are")
  func oneWay() throws {
    let slow = try #require(SameEngine(related([1.1, 1.12, 1.09, 1.1, 1.1, 1.11, 1.08, 1.09, 1.1, 1.1])))
    #expect(!slow.isNoDifference)
    let even = try #require(SameEngine(related([1.1, 0.9, 1.1, 0.9, 1.1, 0.9, 1.1, 0.9, 1.1, 0.9])))
    #expect(even.isNoDifference)
    #expect(try #require(SameEngine(related(Array(repeating: 1, count: 10)))).likelihood == 1)
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
    #expect(slower.rows.first { $0.figure == .wall }?.cells[1]?.ratio?.verdict == .equal)
  }
}
