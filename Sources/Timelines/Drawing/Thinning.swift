extension Timeline {
  /// The maximum number of bars before they are joined, in a lane that has a single state and no names.
  private static let mostOfOneState = 6
  /// The maximum number of named bars in a lane before adjacent bars are joined.
  private static let mostNamed = 60
  /// The number of unnamed bars that remain if there are more than the maximum.
  private static let left = 3

  /// Joins bars in lanes that have very many, where hundreds of bars would look like one anyway. In a lane with a
  /// single state whose bars have no names, the bars with the longest gaps between them stay separate. Bars with
  /// names are joined if they have the same state and almost no time between them. This time is the same for all
  /// timelines of an axis, because joined bars look busier than separate ones.
  public static func thinned(_ timelines: [Timeline]) -> [Timeline] {
    let least = timelines.compactMap(\.least).max()
    return timelines.map { timeline in
      Timeline(
        lanes: timeline.lanes.map { lane in
          var lane = lane
          if lane.bars.contains(where: { $0.label != nil }) {
            if let least { lane.bars = joined(lane.bars, closerThan: least) }
          } else if lane.isOfOneState, lane.bars.count > mostOfOneState {
            lane.bars = joined(lane.bars)
          }
          return lane
        })
    }
  }

  /// The gap in seconds that keeps named bars apart: a thousandth of the timeline if one of its lanes has very many.
  private var least: Double? {
    let isCrowded = lanes.contains { lane in
      lane.bars.count > Self.mostNamed && lane.bars.contains { $0.label != nil }
    }
    return isCrowded ? duration / 1000 : nil
  }

  private static func joined(_ bars: [Bar], closerThan least: Double) -> [Bar] {
    var groups: [[Bar]] = []
    for bar in bars {
      if let last = groups.last?.last, last.state == bar.state, bar.state != .suspended,
        bar.start.time - last.end.time <= least
      {
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
