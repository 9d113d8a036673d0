import LessonKit
import Timelines

/// What the versions of a lesson did, aligned by meaning: a step has what happened to the same job, in each version that it
/// happened in.
struct Steps {
  struct Step {
    /// One for each version; nil where this does not happen, or not here.
    var events: [TimelineEvent?]
  }

  /// How the versions differ, and from which step on.
  enum Parting: Equatable {
    /// What happens to a job differs.
    case deed(Int)
    /// The same happens in another order, which may be chance.
    case order(Int)
  }

  private(set) var steps: [Step]
  let parting: Parting?

  init(_ timelines: [Timeline]) {
    let all = timelines.map(\.events)
    steps = []
    for (version, events) in all.enumerated() {
      steps = Self.merged(steps, events, version: version, of: all.count)
    }
    parting = Self.parting(steps, all)
  }

  /// Two events mean the same where they have the same subject and words, be a job cancelled before or after it was handed
  /// in.
  private static func meaning(_ event: TimelineEvent) -> String {
    "\(event.subject)\n\(event.words.replacing("is cancelled, and never", with: "never"))"
  }

  private static func meaning(_ step: Step) -> String? { step.events.compactMap { $0 }.first.map(meaning) }

  /// Keeps the order of both, and joins as many as it can.
  private static func merged(_ steps: [Step], _ events: [TimelineEvent], version: Int, of count: Int)
    -> [Step]
  {
    // The longest common subsequence, from the end.
    var lengths = [[Int]](
      repeating: [Int](repeating: 0, count: events.count + 1), count: steps.count + 1)
    let (known, new) = (steps.map { meaning($0) }, events.map { meaning($0) })
    for row in steps.indices.reversed() {
      for column in events.indices.reversed() {
        lengths[row][column] =
          known[row] == new[column]
          ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
      }
    }
    var result: [Step] = []
    var (row, column) = (0, 0)
    while row < steps.count || column < events.count {
      if row < steps.count, column < events.count, known[row] == new[column] {
        var step = steps[row]
        step.events[version] = events[column]
        result.append(step)
        (row, column) = (row + 1, column + 1)
      } else if column == events.count
        || row < steps.count && lengths[row + 1][column] >= lengths[row][column + 1]
      {
        result.append(steps[row])
        row += 1
      } else {
        var step = Step(events: Array(repeating: nil, count: count))
        step.events[version] = events[column]
        result.append(step)
        column += 1
      }
    }
    return result
  }

  /// That a job is handed in, or a queue held up, is how a version does it; what becomes of jobs is what it does.
  private static func isDeed(_ event: TimelineEvent) -> Bool {
    !["waits", "is suspended", "is resumed"].contains(event.words)
  }

  private static func parting(_ steps: [Step], _ all: [[TimelineEvent]]) -> Parting? {
    /// What becomes of a job in each version that has such a job, or whether a note is written.
    func fates(_ event: TimelineEvent) -> Set<[String]> {
      Set(
        all.compactMap { events in
          let deeds = events.filter(isDeed)
          if event.subject.isEmpty {
            return deeds.filter { $0.subject.isEmpty && $0.words == event.words }.map(\.words)
          }
          guard deeds.contains(where: { family($0) == family(event) }) else { return nil }
          return deeds.filter { $0.subject == event.subject }.map(meaning)
        })
    }
    let open = steps.indices.filter { place in
      steps[place].events.contains { $0.map(isDeed) ?? false } && steps[place].events.contains { $0 == nil }
    }
    // A note after all that versions share is of something that one of them goes on to show.
    let lastShared = steps.lastIndex { $0.events.count { $0 != nil } > 1 } ?? 0
    let swapped = swappedJobs(all.map(runs))
    for place in open {
      guard let event = steps[place].events.compactMap({ $0 }).first else { continue }
      if event.subject.isEmpty, place > lastShared { continue }
      if fates(event).count > 1 { return .deed(place) }
      if swapped.contains(event.subject) { return .order(place) }
    }
    let turned = open.first { place in
      steps[place].events.indices.contains { version in
        steps[place].events[version] == nil
          && all[version].contains { meaning($0) == meaning(steps[place]) }
      }
    }
    return turned.map(Parting.order)
  }

  /// Jobs of one name have a lane each for as many as run at once, or one lane for many: `photo 1`, `photo ×32`.
  private static func family(_ event: TimelineEvent) -> String {
    event.subject.replacing(#/ ×?\d+$/#, with: "")
  }

  /// From which turn to which each job ran that ran once.
  private static func runs(_ events: [TimelineEvent]) -> [String: ClosedRange<Int>] {
    Dictionary(grouping: events, by: \.subject).compactMapValues { own in
      let starts = own.filter { $0.words.hasPrefix("starts") }.map(\.moment.turn)
      let ends = own.filter { $0.words == "ends" }.map(\.moment.turn)
      return starts.count == 1 && ends.count == 1 && starts[0] <= ends[0] ? starts[0]...ends[0] : nil
    }
  }

  /// Jobs of which one version ran a second after the first had ended, and another the first after the second.
  private static func swappedJobs(_ versions: [[String: ClosedRange<Int>]]) -> Set<String> {
    var jobs: Set<String> = []
    for one in versions {
      for other in versions {
        for (first, run) in one {
          for (second, next) in one where run.upperBound < next.lowerBound {
            guard let run = other[first], let next = other[second], next.upperBound < run.lowerBound else {
              continue
            }
            jobs.formUnion([first, second])
          }
        }
      }
    }
    return jobs
  }
}
