/// A quantity that is measured in a run and compared. Raw values are the names in records. Times are in seconds,
/// sizes in bytes.
public enum Figure: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
  case wall, userCPU, systemCPU, peakMemory, peakThreads, voluntarySwitches, involuntarySwitches
  case firstShown, allShown, allFiltered
  /// The time from the end of a scroll until all visible rows are shown (or filtered), as the median of all stops.
  case shownAtRest, filteredAtRest
  case longestStall, cancelToIdle, bytesFetched, bytesWasted
  /// The figures of loads of jobs. Times and memory are those of one job.
  case jobTime, efficiency, jobMemory

  public enum Unit: Sendable { case seconds, bytes, count, share, secondsPerJob, bytesPerJob }

  public var unit: Unit {
    switch self {
    case .peakMemory, .bytesFetched, .bytesWasted: .bytes
    case .peakThreads, .voluntarySwitches, .involuntarySwitches: .count
    case .jobTime: .secondsPerJob
    case .efficiency: .share
    case .jobMemory: .bytesPerJob
    default: .seconds
    }
  }

  /// The figures that people notice, most important first.
  public static let noticed: [Figure] = [
    .allShown, .firstShown, .shownAtRest, .longestStall, .bytesWasted, .wall, .cancelToIdle,
  ]

  public var title: String { words.title }
  /// The meaning of the figure in a sentence.
  public var meaning: String { words.meaning }

  private var words: (title: String, meaning: String) {
    switch self {
    case .wall: ("wall", "From the start of the run to its end.")
    case .userCPU: ("CPU, user", "Processor time of the program itself, on all cores.")
    case .systemCPU: ("CPU, system", "Processor time that the system spent on the program.")
    case .peakMemory: ("peak memory", "The highest resident memory of the whole process.")
    case .peakThreads: ("peak threads", "The largest number of threads at any time.")
    case .voluntarySwitches:
      ("switches, voluntary", "How often a thread gave up its core because it had to wait.")
    case .involuntarySwitches: ("switches, forced", "How often a thread lost its core to another.")
    case .firstShown: ("first shown", "From the start until the first photo was shown.")
    case .allShown: ("all shown", "From the start until the last photo was shown.")
    case .allFiltered: ("all filtered", "From the start until the last photo was filtered.")
    case .shownAtRest:
      (
        "shown after a scroll",
        "From the end of a scroll until all visible photos were shown: the median of the scrolls."
      )
    case .filteredAtRest:
      (
        "filtered after a scroll",
        "From the end of a scroll until all visible photos were filtered: the median of the scrolls."
      )
    case .longestStall: ("longest stall", "The longest time for which the main queue did not respond.")
    case .cancelToIdle: ("cancel to idle", "From an interrupt halfway through until the run had ended.")
    case .jobTime:
      (
        "Time to create, add and run a job",
        "With “>”, runs took longer than that, and were left out."
      )
    case .efficiency: ("Efficiency", "The share of all cores’ time that was spent in the bodies of jobs.")
    case .jobMemory:
      ("Memory of a waiting job", "A loop makes no jobs, and a task group starts them immediately.")
    case .bytesFetched: ("fetched", "Bytes of photos that were downloaded.")
    case .bytesWasted: ("wasted", "Bytes of photos that were downloaded but not filtered in the end.")
    }
  }
}
