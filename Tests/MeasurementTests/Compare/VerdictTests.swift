import Foundation
import Testing

@testable import Measurement

/// Creates a comparison with eight runs per engine, identical except for the ratios to the first engine.
private func comparison(_ engines: [String], _ ratios: [[Figure: Double]]) -> Comparison {
  let ratios = [(ratios.first ?? [:]).mapValues { _ in 1 }] + ratios
  let results = (0..<8).flatMap { block in
    engines.indices.map { column in
      let figures = ratios[column].mapValues { $0 * (1 + Double(block) / 1000) }
      return (block: block, column: column, figures: figures)
    }
  }
  return Comparison(workload: "photos", engines: engines, results: results)
}

/// Creates a comparison whose wall times have these ratios to the first engine, one for each block.
private func comparison(walls: [Double], engines: [String] = ["gcd", "operation"]) -> Comparison {
  let results = walls.enumerated().flatMap { block, ratio in
    engines.indices.map { column in
      let figures = [Figure.wall: column == 0 ? 1.0 : ratio, .userCPU: 1.0]
      return (block: block, column: column, figures: figures)
    }
  }
  return Comparison(workload: "photos", engines: engines, results: results)
}

private func verdict(_ ratios: [Figure: Double]) -> String {
  comparison(["gcd", "operation"], [ratios]).verdict
}

@Suite("The verdict on a comparison")
struct VerdictTests {
  @Test(
    "A difference is put in plain English",
    arguments: [
      ([.wall: 1], "Both took equally long (within 5 %), and no other difference was found."),
      ([.wall: 1.04], "Both took equally long (within 5 %), and no other difference was found."),
      ([.wall: 1, .userCPU: 1.11], "Both took equally long (within 5 %). operation used 11 % more CPU."),
      ([.wall: 1.06], "operation took 6 % longer in all."),
      ([.wall: 0.5], "operation took 50 % less time in all."),
      ([.wall: 3], "operation took 3.00 times as long in all."),
      (
        [.wall: 1, .peakThreads: 0.6, .peakMemory: 1.06],
        "Both took equally long (within 5 %). operation used 40 % fewer threads, and used 6 % more memory."
      ),
    ] as [([Figure: Double], String)])
  func english(ratios: [Figure: Double], expected: String) {
    #expect(verdict(ratios) == expected)
  }

  @Test("Without a difference, engines are equal only if the whole interval shows it", arguments: 1...20)
  func equality(percent: Int) throws {
    let spread = Double(percent) / 100
    for center in [1.0, 0.98, 1.03] {
      let walls = (-4...4).map { center + spread * Double($0) / 4 }
      let measured = comparison(walls: walls)
      let ratio = try #require(measured.ratio(.wall, 1, to: 0))
      let (low, high) = (try #require(ratio.low), try #require(ratio.high))
      let texts = [
        measured.verdict, Record(measured).report.html(), ratio.words ?? "",
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
      one.verdict.contains(
        #/^operation took 0\.\d+ to 1\.\d+ times as long: no difference was found, and one of up to [23]\d % may /#
      ),
      "\(one.verdict)")
    #expect(one.rows[0].cells[1]?.ratio?.words?.contains(#/^no difference found \(≤ [23]\d %\)$/#) == true)
    let two = comparison(walls: walls, engines: ["gcd", "operation", "tasks"]).verdict
    #expect(two.contains("missed. Compared with gcd, tasks took 0."))
    // Without wall times, the least certain figure counts.
    let other = Comparison(
      workload: "photos", engines: one.engines,
      runs: one.runs.map {
        .init(block: $0.block, column: $0.column, figures: [.userCPU: $0.figures[.wall] ?? 0])
      })
    #expect(other.verdict.hasPrefix("Between operation and gcd, no difference was found, and one of up to "))
  }

  @Test("A difference has the interval of its ratio, in percent or as a factor", arguments: [true, false])
  func interval(isFactor: Bool) {
    let ratios = isFactor ? [2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7] : [1.01, 1.06, 1.1, 1.11, 1.12, 1.13, 1.14]
    let results = ratios.enumerated().flatMap { block, ratio in
      [1.0, ratio].enumerated().map { column, value in
        (block: block, column: column, figures: [Figure.wall: 1.0, Figure.userCPU: value])
      }
    }
    let words = Comparison(workload: "photos", engines: ["gcd", "operation"], results: results).verdict
    #expect(
      words.contains(
        isFactor
          ? /operation used 2\.4 times as much CPU \(2\.[12] to 2\.[67]\)\./
          : /operation used 11 % more CPU \([1-6] to 1[34] %\)\./), "\(words)")
  }

  @Test("Figures that a person notices come first, then the larger differences; context switches come last")
  func order() throws {
    let words = verdict([
      .wall: 1.2, .userCPU: 1.6, .peakMemory: 1.7, .voluntarySwitches: 9, .firstShown: 1.1, .allShown: 0.9,
      .longestStall: 1.3, .cancelToIdle: 1.4, .bytesWasted: 1.2,
    ])
    let places = [
      "to show all photos", "to show the first photo", "stalled", "used 70 % more memory",
      "used 60 % more CPU",
      "gave a core away",
    ].map { words.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil), "\(words)")
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(words)")
    #expect(words.hasSuffix(" 3 smaller differences are left out."), "\(words)")
  }

  @Test(
    "A difference of more than half as much again is told, however many there are",
    arguments: Figure.allCases)
  func large(figure: Figure) {
    for ratio in [1.6, 0.6] {
      let others = Figure.allCases.map { ($0, $0 == figure ? ratio : 1.1) }
      let words = verdict(Dictionary(uniqueKeysWithValues: others))
      #expect(words.contains(ratio > 1 ? "60 %" : "40 %"), "\(words)")
    }
  }

  @Test("That photos are shown later comes before that both took equally long")
  func shownFirst() {
    let words = verdict([.wall: 1, .allShown: 4, .peakMemory: 1.06])
    #expect(
      words == "operation took 4.00 times as long to show all photos. Both took equally long (within 5 %). "
        + "operation used 6 % more memory.")
  }

  @Test("Several engines are each compared with the first")
  func several() {
    let words = comparison(
      ["gcd", "operation", "serial"], [[.wall: 1, .userCPU: 1.1], [.wall: 2, .userCPU: 1]]
    ).verdict
    #expect(
      words == "Compared with gcd, operation took equally long (within 5 %). It used 10 % more CPU. "
        + "Compared with gcd, serial took 2.00 times as long in all.")
  }

  @Test("Of too few runs, and of one engine, it says so")
  func tooFew() {
    let few = (0..<2).flatMap { block in
      (0..<2).map { (block: block, column: $0, figures: [Figure.wall: 1.0]) }
    }
    #expect(
      Comparison(workload: "photos", engines: ["a", "b"], results: few).verdict
        == "2 runs each: too few to tell what differs; use --runs 6 or more.")
    #expect(comparison(["gcd"], [[.wall: 1]]).verdict.hasPrefix("One engine alone"))
  }
}
