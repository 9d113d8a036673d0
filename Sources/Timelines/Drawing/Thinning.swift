extension Timeline {
  /// Most bars of one state that a lane is drawn with, and whose events are listed, where they have no names.
  static let mostOfOneState = 6
  /// Most bars with names of their own, before those are joined that touch one another.
  private static let mostNamed = 60
  /// How many are left where there are more.
  private static let left = 3

  /// With bars joined, in lanes where hundreds would be drawn as one all the same. Of those without names, in a lane of one
  /// state, those with the longest times between them stay apart; of those with names, all that more than a thousandth
  /// of the whole is between, or that differ in their state.
  public var thinned: Timeline {
    let least = duration / 1000
    return Timeline(
      lanes: lanes.map { lane in
        var lane = lane
        if lane.bars.contains(where: { $0.label != nil }) {
          if lane.bars.count > Self.mostNamed { lane.bars = Self.joined(lane.bars, closerThan: least) }
        } else if lane.isOfOneState, lane.bars.count > Self.mostOfOneState {
          lane.bars = Self.joined(lane.bars)
        }
        return lane
      })
  }

  private static func joined(_ bars: [Bar], closerThan least: Double) -> [Bar] {
    var groups: [[Bar]] = []
    for bar in bars {
      if let last = groups.last?.last, last.state == bar.state, bar.start.time - last.end.time < least {
        groups[groups.count - 1].append(bar)
      } else {
        groups.append([bar])
      }
    }
    return groups.map { group in
      guard group.count > 1 else { return group[0] }
      let end = group[group.count - 1].end
      return Bar(group[0].state, from: group[0].start, to: end, label: "\(group.count) jobs")
    }
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
