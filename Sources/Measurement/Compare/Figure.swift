/// What is compared, by the names that results are written with.
public enum Figure: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
  case wall, userCPU, systemCPU, peakMemory, peakThreads, voluntarySwitches, involuntarySwitches
  case firstShown, allShown, allFiltered
  /// After a scroll, until all in sight is there: the median of the rests.
  case shownAtRest, filteredAtRest
  case longestStall, cancelToIdle, bytesFetched, bytesWasted

  public enum Unit: Sendable { case seconds, bytes, count }

  public var unit: Unit {
    switch self {
    case .peakMemory, .bytesFetched, .bytesWasted: .bytes
    case .peakThreads, .voluntarySwitches, .involuntarySwitches: .count
    default: .seconds
    }
  }

  public var title: String {
    switch self {
    case .wall: "wall"
    case .userCPU: "CPU, user"
    case .systemCPU: "CPU, system"
    case .peakMemory: "peak memory"
    case .peakThreads: "peak threads"
    case .voluntarySwitches: "switches, voluntary"
    case .involuntarySwitches: "switches, forced"
    case .firstShown: "first shown"
    case .allShown: "all shown"
    case .allFiltered: "all filtered"
    case .shownAtRest: "shown after a scroll"
    case .filteredAtRest: "filtered after a scroll"
    case .longestStall: "longest stall"
    case .cancelToIdle: "cancel to idle"
    case .bytesFetched: "fetched"
    case .bytesWasted: "wasted"
    }
  }
}

extension RunFigures {
  /// What there is of it to compare.
  public var compared: [Figure: Double] {
    var values: [Figure: Double] = [
      .wall: wall, .userCPU: userCPU, .systemCPU: systemCPU, .peakMemory: Double(peakMemory),
      .peakThreads: Double(peakThreads), .voluntarySwitches: Double(voluntarySwitches),
      .involuntarySwitches: Double(involuntarySwitches), .longestStall: longestStall,
    ]
    values[.firstShown] = firstShown
    values[.allShown] = allShown
    values[.allFiltered] = allFiltered
    values[.cancelToIdle] = cancelToIdle
    return values
  }
}
