extension Timeline {
  /// Most bars of one state that a lane is drawn with, and whose events are listed.
  static let mostOfOneState = 6
  /// The same, of bars with names of their own.
  private static let mostNamed = 60
  /// How many are left where there are more.
  private static let left = 3

  /// With bars joined, in lanes where hundreds of the same state would be drawn as one all the same: those with the shortest
  /// times between them.
  public var thinned: Timeline {
    Timeline(
      lanes: lanes.map { lane in
        var lane = lane
        let most = lane.bars.contains { $0.label != nil } ? Self.mostNamed : Self.mostOfOneState
        if lane.isOfOneState, lane.bars.count > most {
          lane.bars = Self.joined(lane.bars)
        }
        return lane
      })
  }

  private static func joined(_ bars: [Bar]) -> [Bar] {
    let gaps = zip(bars, bars.dropFirst()).map { $1.start.time - $0.end.time }
    let kept = Set(gaps.indices.sorted { gaps[$0] > gaps[$1] }.prefix(left - 1))
    var result = [bars[0]]
    for (number, bar) in bars.dropFirst().enumerated() {
      if kept.contains(number) { result.append(bar) } else { result[result.count - 1].end = bar.end }
    }
    return result
  }
}

extension Timeline.Lane {
  var isOfOneState: Bool { Set(bars.map(\.state)).count == 1 }
}
