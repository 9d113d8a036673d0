import LessonKit
import Timelines

extension Story {
  /// A lane for each job, queue and note, in the order in which they first appear. Jobs with the same name share lanes.
  public var timeline: Timeline {
    guard let end else { return Timeline(lanes: []) }
    var names: [String] = []
    for entry in entries where !names.contains(entry.text) { names.append(entry.text) }
    return Timeline(
      lanes: names.flatMap { name in
        let entries = entries.filter { $0.text == name }
        let marks = entries.filter { $0.kind == .note }.map(\.start)
        let notes = marks.isEmpty ? [] : [Timeline.Lane(name, marks: marks)]
        let lanes =
          lanes(name, suspensions(entries, until: end).map { [$0] })
          + lanes(name, jobs(entries, until: end)) + notes
        let threads = Set(entries.filter { $0.isSpan || $0.kind == .note }.map(\.thread))
        return lanes.map { lane in
          var lane = lane
          if threads.count == 1 { lane.detail = lane.detail ?? threads.first }
          lane.prerequisites = prerequisites[name]
          return lane
        }
      })
  }

  /// The latest moment of all entries.
  private var end: Timeline.Moment? {
    entries.flatMap { [$0.start, $0.end].compactMap { $0 } }.max { $0.turn < $1.turn }
  }

  /// The maximum numbers of jobs with the same name, and of their lanes, that are drawn separately. If there are
  /// more, they are merged.
  private static let most = (jobs: 30, lanes: 6)

  /// Assigns each job to the first free lane.
  private func lanes(_ name: String, _ jobs: [[Timeline.Bar]]) -> [Timeline.Lane] {
    var lanes: [[Timeline.Bar]] = []
    for job in jobs.sorted(by: { ($0.first?.start.turn ?? 0) < ($1.first?.start.turn ?? 0) }) {
      let start = job.first?.start.turn ?? 0
      lanes[lanes.firstFree(or: []) { ($0.last?.end.turn ?? 0) <= start }] += job
    }
    guard jobs.count <= Self.most.jobs, lanes.count <= Self.most.lanes else { return [merged(name, jobs)] }
    return lanes.enumerated().map { Timeline.Lane(lanes.count > 1 ? "\(name) \($0 + 1)" : name, bars: $1) }
  }

  /// Merges jobs that are too many to draw separately into one lane. The lane shows since when they were waiting,
  /// when any of them ran, and how many ran simultaneously.
  private func merged(_ name: String, _ jobs: [[Timeline.Bar]]) -> Timeline.Lane {
    var bars: [Timeline.Bar] = []
    let ran = jobs.joined().filter { $0.state == .running }.sorted { $0.start.turn < $1.start.turn }
    for bar in ran {
      if let last = bars.last, bar.start.turn <= last.end.turn {
        if bar.end.turn > last.end.turn { bars[bars.count - 1].end = bar.end }
      } else {
        bars.append(bar)
      }
    }
    let waited = jobs.compactMap(\.first).filter { $0.state == .waiting }.map(\.start)
      .min { $0.turn < $1.turn }
    if let waited, let first = bars.first?.start, waited.turn < first.turn {
      bars.insert(Timeline.Bar(.waiting, from: waited, to: first), at: 0)
    }
    return Timeline.Lane("\(name) ×\(jobs.count)", detail: "\(mostAtOnce(name)) at once", bars: bars)
  }

  private func suspensions(_ entries: [Entry], until end: Timeline.Moment) -> [Timeline.Bar] {
    var bars: [Timeline.Bar] = []
    // Dispatch counts suspensions: the first one lasts until the last one has been resumed.
    var (depth, start) = (0, end)
    for entry in entries {
      if entry.kind == .suspended {
        if depth == 0 { start = entry.start }
        depth += 1
      } else if entry.kind == .resumed, depth > 0 {
        depth -= 1
        if depth == 0 { bars.append(Timeline.Bar(.suspended, from: start, to: entry.start)) }
      }
    }
    if depth > 0 { bars.append(Timeline.Bar(.suspended, from: start, to: end)) }
    return bars
  }

  /// Returns the states of each job with the same name, in the order in which the jobs were submitted or started.
  private func jobs(_ entries: [Entry], until end: Timeline.Moment) -> [[Timeline.Bar]] {
    let submitted = entries.filter { $0.kind == .submitted }.map(\.start)
    let spans = entries.filter(\.isSpan)
    let cancelled = entries.first { $0.kind == .cancelled }?.start
    guard !submitted.isEmpty || !spans.isEmpty || cancelled != nil else { return [] }
    return (0..<max(1, submitted.count, spans.count)).map { index in
      let submission = index < submitted.count ? submitted[index] : nil
      let span = index < spans.count ? spans[index] : nil
      return states(submission, span, cancelled: cancelled, until: end)
    }
  }

  private func states(
    _ submission: Timeline.Moment?, _ span: Entry?, cancelled: Timeline.Moment?, until end: Timeline.Moment
  ) -> [Timeline.Bar] {
    let ended = span?.end ?? end
    // Each state lasts until the next begins.
    var changes: [(state: Timeline.State, moment: Timeline.Moment)] = []
    if let submission { changes.append((span == nil && cancelled == nil ? .neverRan : .waiting, submission)) }
    if let span { changes.append((.running, span.start)) }
    if let cancelled, span == nil {
      changes.append((.neverRan, cancelled))
    } else if let cancelled, let span, cancelled.turn < ended.turn {
      changes.append((.cancelled, cancelled.turn > span.start.turn ? cancelled : span.start))
    }
    return zip(changes, changes.dropFirst().map(\.moment) + [ended]).compactMap { change, next in
      let isEmpty = change.moment.turn >= next.turn && next != ended
      return isEmpty ? nil : Timeline.Bar(change.state, from: change.moment, to: next)
    }
  }
}
