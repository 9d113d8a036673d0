import Records
import Timelines

/// The events that always happen in a lesson's versions, aligned by meaning. Events with the same meaning in several
/// versions are one step.
struct Steps {
  /// The event of each version, or nil if the version doesn't have this event at this step.
  typealias Step = [CommonEvents.Event?]
  /// An event at which the player stops, its cause as Markdown, and for each version the code that this is about. Code
  /// that is empty or missing is that of the event.
  typealias Stop = (event: String, cause: String, code: [String])

  let steps: [Step]
  /// The step at which the versions diverge.
  let parting: Int?
  /// The steps at which the player stops.
  let stops: [Int: Stop]

  /// Aligns the events of the versions.
  /// - Parameters:
  ///   - versions: The events that the runs of each version have in common.
  ///   - parting: The sentence of the event at which the versions diverge.
  ///   - stops: The events at which the player stops.
  ///   - name: The name of the lesson, for errors.
  /// - Throws: `PublishingError`, if no step has the event of a stop.
  init(
    _ versions: [CommonEvents], parting: String? = nil, stops: [Stop] = [], of name: String = ""
  ) throws {
    let all = versions.map(\.events)
    var steps: [Step] = []
    for (version, events) in all.enumerated() {
      steps = Self.merged(steps, events, version: version, of: all.count)
    }
    self.steps = steps
    func place(_ event: String) -> Int? { steps.firstIndex { $0.contains { $0?.event.sentence == event } } }
    self.parting = parting.flatMap(place)
    self.stops = try stops.reduce(into: [:]) { places, stop in
      guard let place = place(stop.event) else {
        throw PublishingError("\(name): not all runs have “\(stop.event)”: choose another event in stops.tsv")
      }
      places[place] = stop
    }
  }

  /// Returns the meaning of an event: its subject and words. It doesn't matter whether a job was cancelled before or
  /// after it was submitted.
  private static func meaning(_ event: TimelineEvent) -> String {
    "\(event.subject)\n\(event.words.replacing("is cancelled, and never", with: "never"))"
  }

  /// Merges two sequences into one that keeps the order of both and joins as many steps as possible.
  private static func merged(
    _ steps: [Step], _ events: [CommonEvents.Event], version: Int, of count: Int
  ) -> [Step] {
    let known = steps.map { $0.compactMap(\.self).first.map { meaning($0.event) } }
    let new = events.map { meaning($0.event) }
    // The length of the longest common subsequence from each row and column on.
    var lengths = Array(repeating: Array(repeating: 0, count: new.count + 1), count: known.count + 1)
    for row in known.indices.reversed() {
      for column in new.indices.reversed() {
        lengths[row][column] =
          known[row] == new[column]
          ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
      }
    }
    var (result, row): ([Step], Int) = ([], 0)
    for (column, event) in events.enumerated() {
      while row < known.count, known[row] != new[column], lengths[row + 1][column] >= lengths[row][column + 1]
      {
        result.append(steps[row])
        row += 1
      }
      let isShared = row < known.count && known[row] == new[column]
      result.append(isShared ? steps[row] : Array(repeating: nil, count: count))
      result[result.count - 1][version] = event
      row += isShared ? 1 : 0
    }
    return result + steps[row...]
  }
}
