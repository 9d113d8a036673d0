import Timelines

extension WorkerTimeline {
  /// The same as lanes: a lane a worker, and one for each queue that was suspended.
  var timeline: Timeline {
    var times = Set(bars.flatMap { [$0.start, $0.end] } + suspensions.flatMap { [$0.start, $0.end] })
    times.insert(0)
    times.insert(duration)
    let turns = Dictionary(uniqueKeysWithValues: times.sorted().enumerated().map { ($1, $0 + 1) })
    func moment(_ time: Double) -> Timeline.Moment { Timeline.Moment(time: time, turn: turns[time] ?? 0) }
    let queues = Dictionary(grouping: suspensions, by: \.queue).sorted { $0.key < $1.key }
    let pauses = queues.map { queue, own in
      Timeline.Lane(
        "\(queue), suspended",
        bars: own.map { Timeline.Bar(.suspended, from: moment($0.start), to: moment($0.end), label: queue) })
    }
    let workers = rows.enumerated().map { row, name in
      Timeline.Lane(
        name,
        bars: bars.filter { $0.row == row }.sorted { $0.start < $1.start }.map { bar in
          Timeline.Bar(
            bar.isCancelled ? .cancelled : .running, from: moment(bar.start), to: moment(bar.end),
            label: bar.outcome.map { "\(bar.job) (\($0))" } ?? "\(bar.job) (gave its thread back)")
        })
    }
    return Timeline(lanes: pauses + workers)
  }

  /// What the lanes do not show.
  public var notes: String {
    let failed = Set(bars.filter { $0.outcome?.hasPrefix("failed") == true }.map(\.photo))
    let cancelled = bars.filter(\.isCancelled)
    let idle = cancelled.count { failed.contains($0.photo) }
    var notes = ["one run, \(secondsInWords(duration))"]
    if idle > 0 {
      notes.append("\(idle) had nothing to do, as their photo had failed, and ended as cancelled")
    }
    if cancelled.count > idle { notes.append("\(cancelled.count - idle) ran and ended as cancelled") }
    if cancelledUnstarted > 0 { notes.append("\(cancelledUnstarted) cancelled before they ran") }
    return notes.joined(separator: ", ")
  }
}
