import Engine
import Engines
import Foundation
import Testing

@testable import Gallery
@testable import Workloads

@Suite("What an engine does at each moment, in words")
struct ExplanationTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../..")

  private static func lines(of path: String) throws -> [Substring] {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("Each engine says for each moment what the API is asked, what our code does, and why")
  func complete() {
    for moment in ScrollMoment.allCases {
      for engine in EngineName.allCases {
        let explanation = Explanation(moment, engine, api: "API")
        #expect(!explanation.title.isEmpty && explanation.title.first?.isUppercase == true)
        let own = explanation.parts.dropFirst().first?.text
        let who = explanation.parts.map(\.who)
        #expect(who.prefix(2) == ["API", "our code"], "\(moment), \(engine)")
        #expect(own == "nothing" || who.last == "because", "\(moment), \(engine)")
      }
    }
  }

  @Test("Each place is the only line with its fragment, and each count is the engine's")
  func places() throws {
    let table = try Self.lines(of: "Comparison/Calls/moments.tsv").filter {
      !$0.hasPrefix("#") && !$0.isEmpty
    }
    #expect(table.count == MomentLine.all.count)
    for (row, line) in zip(table, MomentLine.all) {
      let cells = row.split(separator: "\t").map(String.init)
      if let file = line.file {
        let places = try Self.lines(of: file).enumerated().filter { $0.element.contains(cells[5]) }
        #expect(places.map(\.offset) == [(line.number ?? 0) - 1], "\(row)")
      }
      guard let engine = line.engine else { continue }
      let calls = engine.makeEngine(reporting: .serial("counts")).calls
      let counts = (calls.api.counts + calls.own.counts).map(\.name)
      for name in line.text.matches(of: /{([^}]*)}/).map({ String($0.output.1) }) {
        #expect(counts.contains(name), "\(row)")
      }
    }
  }

  private func texts(_ moment: ScrollMoment, _ engine: EngineName, _ number: Int, _ counts: [String: Int])
    -> [String]
  {
    let passed = PassedMoment(moment: moment, turn: 1, number: number, counts: counts)
    let explanation = Explanation(moment, engine, api: "API", passed: passed)
    return [explanation.title] + explanation.parts.prefix(2).map(\.text)
  }

  @Test("Numbers take the place of the counts, and parts whose count is zero are omitted")
  func numbers() throws {
    #expect(
      texts(.left, .operation, 8, ["operations cancelled": 8, "operations emptied": 1]) == [
        "8 rows leave the screen",
        "8 operations cancelled with `cancel()`, whether waiting, on the queue or running: "
          + "a running body reads the flag",
        "1 operation emptied, left on the queue until it resumes",
      ])
    #expect(
      texts(.left, .gcd, 1, ["work items cancelled": 0, "jobs taken off our lists": 2]) == [
        "A row leaves the screen", "nothing",
        "2 jobs taken off our lists; a filter that waits for its download leaves its group",
      ])
    #expect(
      Explanation(.left, .gcd, api: "API").parts.first?.text.hasPrefix("work items cancelled with") == true)
    // There is no reason for work that the run didn't need.
    let none = PassedMoment(moment: .crowded, turn: 1, number: 1, counts: ["jobs handed back": 0])
    let parts = Explanation(.crowded, .operation, api: "API", passed: none).parts
    #expect(parts.map(\.who) == ["API", "our code"])
  }
}
