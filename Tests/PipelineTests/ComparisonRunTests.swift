import Base
import Measurement
import Testing

@testable import pipeline

/// Tests the order of a comparison's runs without a command line and without processes.
@Suite("The order of a comparison's runs")
struct ComparisonRunTests {
  private let calls = Locked<[String]>([])

  private func comparison(runs: Int, drawsTimelines: Bool = false) -> ComparisonRun {
    ComparisonRun(
      runs: runs, seed: 5, drawsTimelines: drawsTimelines,
      progress: ProgressLine(isDrawn: false, interval: 3600) { _ in })
  }

  private func run(_ figure: Figure) -> (String) throws -> [Figure: Double] {
    { engine in
      self.calls.withLock { $0.append("\(figure) \(engine)") }
      return [figure: 1]
    }
  }

  @Test("Each engine warms up once, then each block has every run of every column once, in the seed's order")
  func order() throws {
    let engines = ["gcd", "operation", "gcd"]
    let result = try comparison(runs: 3).byTurns("photos", engines, [run(.wall), run(.cancelToIdle)])
    let steps = ["wall", "cancelToIdle"].flatMap { figure in engines.map { "\(figure) \($0)" } }
    let blocks = runOrder(steps.count, blocks: 3, seed: 5).map { steps[$0.run] }
    #expect(calls.value == ["wall gcd", "wall operation"] + blocks)
    #expect(Array(blocks.prefix(6)) != steps || Array(blocks.suffix(6)) != steps)
    // The two runs of an engine in a block are one result.
    #expect(result.runs.map { [$0.block, $0.column] } == (0..<9).map { [$0 / 3, $0 % 3] })
    #expect(result.runs.allSatisfy { $0.figures == [.wall: 1, .cancelToIdle: 1] })
  }

  @Test("After an interrupt complete blocks count; without any, nothing does", arguments: [0, 2, 3, 4, 6, 7])
  func interrupted(runs: Int) throws {
    let comparison = comparison(runs: 3)
    func run(_ engine: String) throws -> [Figure: Double] {
      // Two warm-ups, and then two runs in each block.
      if calls.value.count == runs { throw RunFailure.stopped }
      return try self.run(.wall)(engine)
    }
    do {
      let result = try comparison.byTurns("photos", ["gcd", "operation"], [run])
      #expect(comparison.interruptedAfter == (runs - 2) / 2 && runs >= 4)
      #expect(result.runs.count == (runs - 2) / 2 * 2)
    } catch RunFailure.stopped {
      #expect(runs < 4)
    }
  }

  @Test("A run that fails is named")
  func failed() {
    #expect {
      try comparison(runs: 3).byTurns(
        "photos", ["gcd", "operation"],
        [
          { engine in
            if calls.value.count == 2 { throw RunFailure.failed("it crashed") }
            return try run(.wall)(engine)
          }
        ])
    } throws: { error in
      let order = runOrder(2, blocks: 3, seed: 5)
      return "\(error)" == "run 1 of 6, \(["gcd", "operation"][order[0].run]): it crashed"
    }
  }

  @Test("Timelines are recorded only if they will be shown")
  func timelines() {
    func scenes(areShown: Bool) -> Int? {
      comparison(runs: 1, drawsTimelines: areShown).timelines {
        calls.withLock { $0.append("timelines") }
        return []
      }?.count
    }
    #expect(scenes(areShown: false) == nil)
    #expect(calls.value.isEmpty)
    #expect(scenes(areShown: true) == 0)
  }
}
