import Records
import Timelines

/// The events that always happen in a lesson's versions, aligned by meaning. Events with the same meaning in several
/// versions are one step.
struct Steps {
  struct Step {
    /// The event of each version, or nil if the version doesn't have this event at this step.
    var events: [CommonEvents.Event?]
  }

  let steps: [Step]
  /// The step at which the versions diverge.
  let parting: Int?
  /// The steps at which the player stops, with the cause of each, as Markdown.
  let stops: [Int: String]

  /// Aligns the events of the versions.
  /// - Parameters:
  ///   - versions: The events that the runs of each version have in common.
  ///   - parting: The sentence of the event at which the versions diverge.
  ///   - stops: The events at which the player stops, each with its cause.
  /// - Throws: `SiteError`, if no step has the event of a stop.
  init(_ versions: [CommonEvents], parting: String? = nil, stops: [(event: String, cause: String)] = [])
    throws
  {
    let all = versions.map(\.events)
    var steps: [Step] = []
    for (version, events) in all.enumerated() {
      steps = Self.merged(steps, events, version: version, of: all.count)
    }
    self.steps = steps
    func place(_ event: String) -> Int? {
      steps.firstIndex { $0.events.contains { $0?.event.sentence == event } }
    }
    self.parting = parting.flatMap(place)
    self.stops = try stops.reduce(into: [:]) { causes, stop in
      guard let place = place(stop.event) else {
        throw SiteError("not all runs have “\(stop.event)”: choose another event in stops.tsv")
      }
      causes[place] = stop.cause
    }
  }

  /// Returns the meaning of an event: its subject and words. It doesn't matter whether a job was cancelled before or
  /// after it was submitted.
  private static func meaning(_ event: TimelineEvent) -> String {
    "\(event.subject)\n\(event.words.replacing("is cancelled, and never", with: "never"))"
  }

  private static func meaning(_ step: Step) -> String? {
    step.events.compactMap { $0 }.first.map { meaning($0.event) }
  }

  /// Merges two sequences into one that keeps the order of both and joins as many steps as possible.
  private static func merged(_ steps: [Step], _ events: [CommonEvents.Event], version: Int, of count: Int)
    -> [Step]
  {
    // The longest common subsequence, computed from the end.
    var lengths = [[Int]](
      repeating: [Int](repeating: 0, count: events.count + 1), count: steps.count + 1)
    let (known, new) = (steps.map { meaning($0) }, events.map { meaning($0.event) })
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
}
