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

  /// Aligns the events of the versions.
  /// - Parameters:
  ///   - versions: The events that the runs of each version have in common.
  ///   - parting: The sentence of the event at which the versions diverge.
  init(_ versions: [CommonEvents], parting: String? = nil) {
    let all = versions.map(\.events)
    var steps: [Step] = []
    for (version, events) in all.enumerated() {
      steps = Self.merged(steps, events, version: version, of: all.count)
    }
    self.steps = steps
    self.parting = parting.flatMap { event in
      steps.firstIndex { $0.events.contains { $0?.event.sentence == event } }
    }
  }

  /// The number of steps at which the player stops: enough to follow, and few enough to read.
  private static let momentCounts = 4...6

  /// Returns the steps at which the player stops: the beginning and the end, the step where the versions diverge, the
  /// beginnings and ends of the jobs that a question names, a job that waited for another, cancellations and notes, and
  /// events that only some versions have. If the question is about cancelling, cancellations come first.
  /// - Parameters:
  ///   - versions: The indices of the versions that the question names. Unusual events count only in these versions.
  ///   - count: The number of steps that are shown.
  func moments(about question: String, of versions: Set<Int>, count: Int) -> Set<Int> {
    let shown = steps.prefix(count).map { $0.events.compactMap(\.self) }
    guard let last = shown.indices.last else { return [] }
    // Waiting tells the reader nothing new, and most events in any order may have any neighbours.
    let happening = shown.indices.filter { place in shown[place].contains { !$0.event.isPreparation } }
    let telling = happening.filter { place in
      shown[place].contains { !$0.isInAnyOrder || $0.prerequisite != nil || $0.event.isCancellation }
    }
    let dependent = telling.first { place in shown[place].contains { $0.prerequisite != nil } }
    let cancelled = telling.filter { place in
      question.contains("cancel")
        && versions.contains { steps[place].events[$0]?.event.isCancellation ?? false }
    }
    let asked = Self.subjects(shown.joined().map(\.event), in: question).map { subjects in
      happening.filter { place in shown[place].contains { subjects.contains($0.event.subject) } }
    }
    let ofQuestion = asked.compactMap(\.first) + asked.compactMap(\.last)
    let start = happening.first { place in shown[place].contains { $0.event.isStart } }
    let odd = telling.filter { place in
      guard versions.contains(where: { steps[place].events[$0] != nil }) else { return false }
      return shown[place].count < steps[place].events.count || shown[place].contains { $0.event.isOdd }
    }
    let best =
      [last, parting, start ?? happening.first].compactMap(\.self)
      + [cancelled.first, cancelled.last].compactMap(\.self)
      + ofQuestion + [dependent].compactMap(\.self) + odd
    var moments: Set<Int> = []
    for place in best where place <= last && moments.count < Self.momentCounts.upperBound {
      moments.insert(place)
    }
    for place in telling + happening + Array(shown.indices) where moments.count < Self.momentCounts.lowerBound
    {
      moments.insert(place)
    }
    return moments
  }

  /// Returns the subjects of each job that a question names. If the question has the number of one of them, the
  /// others are left out.
  private static func subjects(_ events: [TimelineEvent], in question: String) -> [Set<String>] {
    func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
    let asked = words(question)
    let phrase = " \(asked.joined(separator: " ")) "
    func isAsked(_ job: String) -> Bool { phrase.contains(" \(words(job).joined(separator: " ")) ") }
    let jobs = Dictionary(
      grouping: events.filter { !$0.subject.isEmpty && !$0.isOfQueue && isAsked($0.job) },
      by: \.job)
    // The most specific names first.
    func order(_ job: String) -> (Int, String) { (-words(job).count, job) }
    return jobs.sorted { order($0.key) < order($1.key) }.map { job, events in
      let all = Set(events.map(\.subject))
      let numbered = all.filter { asked.contains($0.dropFirst(job.count + 1)) }
      return numbered.isEmpty ? all : numbered
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

extension TimelineEvent {
  fileprivate var job: String { Self.kind(of: subject) }

  /// A job that never runs is told of when it is submitted, which is too early for the reader to see why.
  fileprivate var isPreparation: Bool { ["waits", "is suspended", "never runs"].contains(words) }

  fileprivate var isStart: Bool { words == "starts" }

  fileprivate var isOfQueue: Bool { ["is suspended", "is resumed"].contains(words) }

  fileprivate var isCancellation: Bool { words.contains("cancelled") && !subject.isEmpty }

  /// Whether the event is out of the ordinary: a note or a cancellation.
  fileprivate var isOdd: Bool { subject.isEmpty || isCancellation }
}
