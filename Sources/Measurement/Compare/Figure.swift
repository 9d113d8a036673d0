/// What a run took, and what is compared, by the names that results are written with. Times are in seconds, sizes in bytes.
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

  public var title: String { words.title }
  /// Its meaning, in a sentence.
  public var meaning: String { words.meaning }

  private var words: (title: String, meaning: String) {
    switch self {
    case .wall: ("wall", "From the start of the run to its end.")
    case .userCPU: ("CPU, user", "Processor time of the program itself, on all cores.")
    case .systemCPU: ("CPU, system", "Processor time of the system for the program.")
    case .peakMemory: ("peak memory", "The most resident memory at any time, of the whole process.")
    case .peakThreads: ("peak threads", "The most threads at any time.")
    case .voluntarySwitches:
      ("switches, voluntary", "How often a thread gave its core away, as it had to wait.")
    case .involuntarySwitches: ("switches, forced", "How often a thread lost its core to another.")
    case .firstShown: ("first shown", "From the start until the first photo was shown.")
    case .allShown: ("all shown", "From the start until the last photo was shown.")
    case .allFiltered: ("all filtered", "From the start until the last photo was filtered.")
    case .shownAtRest:
      (
        "shown after a scroll",
        "From the end of a scroll until all photos in sight were shown: the median of the scrolls."
      )
    case .filteredAtRest:
      (
        "filtered after a scroll",
        "From the end of a scroll until all photos in sight were filtered: the median of the scrolls."
      )
    case .longestStall: ("longest stall", "The longest time for which the main queue did not answer.")
    case .cancelToIdle: ("cancel to idle", "From an interrupt half-way until the run had ended.")
    case .bytesFetched: ("fetched", "Bytes of photos that were downloaded.")
    case .bytesWasted: ("wasted", "Of these, bytes of photos that were not filtered in the end.")
    }
  }
}
