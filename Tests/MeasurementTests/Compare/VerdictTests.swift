import Foundation
import Testing

@testable import Measurement

/// Creates a comparison with eight runs per engine, identical except for the ratios to the first engine.
private func comparison(_ engines: [String], _ ratios: [[Figure: Double]]) -> Comparison {
  let ratios = [(ratios.first ?? [:]).mapValues { _ in 1 }] + ratios
  return Comparison(engines, blocks: 8) { block, column in
    ratios[column].mapValues { $0 * (1 + Double(block) / 1000) }
  }
}

/// Creates a comparison whose wall times have these ratios to the first engine, one for each block.
private func comparison(walls: [Double], engines: [String] = ["gcd", "operation"]) -> Comparison {
  Comparison(engines, blocks: walls.count) { block, column in
    [.wall: column == 0 ? 1 : walls[block], .userCPU: 1]
  }
}

@Suite("The verdict on a comparison")
struct VerdictTests {
  @Test(
    "The times are compared in one sentence, without the baseline, and a difference that people notice is named",
    arguments: [
      ([[.wall: 1, .userCPU: 1.11]], "gcd and operation take equally long."),
      (
        [[.wall: 1.04, .allShown: 1], [.wall: 1, .allShown: 4]],
        "gcd, operation and tasks take equally long; tasks differs from gcd in “all shown”."
      ),
      ([[.wall: 1.06]], "operation takes 6 % longer than gcd."),
      ([[.wall: 0.5]], "operation takes 50 % less time than gcd."),
      ([[.wall: 3]], "operation takes 3.00 times as long as gcd."),
      (
        [[.wall: 1], [.wall: 2.5, .allShown: 4]],
        "gcd and operation take equally long; tasks takes 2.50 times as long as gcd."
      ),
      ([[.wall: 1], [.wall: 1]], "gcd, operation and tasks take equally long."),
      ([[.wall: 1], [.wall: 1], [.wall: 2]], "gcd, operation and tasks take equally long."),
    ] as [([[Figure: Double]], String)])
  func sentence(ratios: [[Figure: Double]], expected: String) {
    let engines = ["gcd", "operation", "tasks", "serial"].prefix(ratios.count + 1)
    #expect(comparison(Array(engines), ratios).verdict == expected)
    // The baseline is told of if it is all that was compared.
    #expect(comparison(["gcd", "serial"], [[.wall: 2]]).verdict == "serial takes 2.00 times as long as gcd.")
  }

  @Test("Without a difference, engines are equal only if the whole interval shows it", arguments: 1...20)
  func equality(percent: Int) throws {
    let spread = Double(percent) / 100
    for center in [1.0, 0.98, 1.03] {
      let walls = (-4...4).map { center + spread * Double($0) / 4 }
      let measured = comparison(walls: walls)
      let ratio = try #require(measured.row(.wall)?.ratio(1, to: 0))
      let (low, high) = (try #require(ratio.low), try #require(ratio.high))
      let texts = [
        measured.verdict, Record(measured).report.page, ratio.words ?? "",
        try String(
          decoding: JSONEncoder().encode(measured.results.filter { $0.figure == .wall }), as: UTF8.self),
      ]
      for (text, claim) in zip(texts, ["equally long", "equally long", "equal", #""equal""#]) {
        #expect(text.contains(claim) == (low >= 0.95 && high <= 1.05), "\(low) to \(high): \(text)")
      }
    }
  }

  @Test("If no difference was found, the size of one that may have been missed is told")
  func missed() {
    let walls = [0.72, 0.75, 0.8, 0.9, 1, 1.1, 1.2, 1.25, 1.3, 1.3]
    let one = comparison(walls: walls)
    #expect(
      one.verdict.contains(#/^gcd and operation may differ in time by up to [23]\d %, but no .* found\.$/#),
      "\(one.verdict)")
    #expect(one.rows[0].cells[1]?.ratio?.words?.contains(#/^no difference found \(≤ [23]\d %\)$/#) == true)
    let two = comparison(walls: walls, engines: ["gcd", "operation", "tasks"]).verdict
    #expect(two.hasPrefix("gcd, operation and tasks may differ in time by up to "))
  }

  @Test("Of too few runs, and of one engine, it says so")
  func tooFew() {
    #expect(
      comparison(walls: [1, 1]).verdict
        == "2 runs each: too few to tell what differs; use --runs 6 or more.")
    #expect(comparison(["gcd"], [[.wall: 1]]).verdict.hasPrefix("One engine alone"))
  }
}
