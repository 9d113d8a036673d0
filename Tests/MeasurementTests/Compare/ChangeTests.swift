import Testing

@testable import Measurement

@Suite struct ChangeTests {
  private func comparison(_ walls: [Double], engine: String = "gcd") -> Comparison {
    Comparison([engine], blocks: walls.count) { block, _ in [.wall: walls[block]] }
  }

  private let before = [1.0, 1.02, 0.98, 1.01, 0.99, 1.0]

  @Test("A doubled figure has changed, a straying one has not; few runs or another engine say nothing")
  func changed() throws {
    let doubled = comparison(before.map { 2 * $0 }).changes(since: comparison(before))
    #expect(doubled.map(\.name) == ["wall of gcd"])
    let change = try #require(doubled.first).ratio
    #expect(change.ratio == 2 && change.low ?? 0 > 1.9 && change.high ?? 3 < 2.1)
    let same = comparison(before.reversed()).changes(since: comparison(before))
    #expect(same.map { $0.ratio.place(in: 1...1) } == [.unknown])
    #expect(comparison([1, 1, 1]).changes(since: comparison(before)).isEmpty)
    #expect(comparison(before, engine: "operation").changes(since: comparison(before)).isEmpty)
  }

  /// - Parameter ratio: The time until the second engine has shown all photos, divided by the first one's.
  private func pair(
    _ ratio: Double, speed: Double = 1, engines: [String] = ["gcd", "operation"]
  ) -> Comparison {
    Comparison(engines, blocks: before.count) { block, column in
      let wall = before[block] * speed
      return [.allShown: column == 0 ? wall : wall * ratio, .wall: wall]
    }
  }

  @Test("A ratio of engines has changed if its interval left the recorded one, however fast the machine")
  func ratios() throws {
    let ratios = pair(0.22, speed: 3).ratios(comparedWith: pair(1.08))
    // Noticed figures come first.
    #expect(ratios.map(\.name) == ["all shown, operation to gcd", "wall, operation to gcd"])
    #expect(ratios.map { $0.new.isApart(from: $0.old) } == [true, false])
    let same = pair(1.08, speed: 3).ratios(comparedWith: pair(1.08))
    #expect(same.allSatisfy { !$0.new.isApart(from: $0.old) && $0.old.low != nil })
    // The base of the record may have been the other engine.
    let turned = pair(2).ratios(comparedWith: pair(0.5, engines: ["operation", "gcd"]))
    #expect(turned.map { $0.new.isApart(from: $0.old) } == [false, false])
    #expect(pair(1).ratios(comparedWith: pair(1, engines: ["gcd", "tasks"])).isEmpty)
  }

  @Test("The changes between engines are named below those of each engine")
  func words() {
    let changes = Record(pair(0.22)).changes(since: Record(pair(1.08)))
    #expect(changes.count == 2)
    #expect(changes[0].hasPrefix("Since 20") && changes[0].contains("all shown of operation ×0.20"))
    #expect(
      changes[1].hasPrefix(
        "Between engines, 1 of 2 ratios moved outside the recorded interval:\n  all shown, operation to gcd: 1.08 "
          + "(1.08 to 1.08), now 0.220 (0.220 to 0.220)"))
    let same = Record(pair(1)).changes(since: Record(pair(1)))
    #expect(same[0].contains(#/: no change was found, and one of up to [1-4] % may have been missed in /#))
    #expect(
      same[1].hasPrefix("Between engines, no change was found, and one of up to 0 % may have been missed"))
    let (noisy, other) = ([0.5, 0.7, 0.9, 1.1, 1.3, 1.5], [1.5, 0.5, 1.3, 0.7, 1.1, 0.9])
    let wide = Record(comparison(noisy)).changes(since: Record(comparison(other)))
    #expect(wide[0].contains(#/one of up to \d\d\d? % may have been missed in wall of gcd\.$/#), "\(wide)")
    #expect(Record(comparison(before)).changes(since: Record(comparison(before))).count == 1)
  }
}
