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
    /// What becomes of a job in each version that knows it, or whether a note is written.
    func fates(_ event: TimelineEvent) -> Set<[String]> {
      Set(
        all.compactMap { events in
          let own = events.filter { $0.subject == event.subject && isDeed($0) }
          if event.subject.isEmpty { return own.filter { $0.words == event.words }.map(\.words) }
          return own.isEmpty ? nil : own.map(meaning)
        })
    }
    let open = steps.indices.filter { place in
      steps[place].events.contains { $0.map(isDeed) ?? false } && steps[place].events.contains { $0 == nil }
    }
    for place in open {
      guard let event = steps[place].events.compactMap({ $0 }).first else { continue }
      if fates(event).count > 1 { return .deed(place) }
    }
    let turned = open.first { place in
      steps[place].events.indices.contains { version in
        steps[place].events[version] == nil
          && all[version].contains { meaning($0) == meaning(steps[place]) }
      }
    }
    return turned.map(Parting.order)
  }
}
