import Engine
import Foundation

/// Creates a graph from a recorded run. It contains the jobs that ran, and the queue widths that were actually used.
extension JobGraph {
  /// - Parameter log: The log of one engine.
  public init(_ log: TraceLog) {
    self.init(JobSpan.spans(log.recorded.events))
  }

  /// - Parameter data: A file written by `--events`. If it contains several engines, the first one is used.
  /// - Returns: Nil for any other file.
  init?(events data: Data) throws(JobGraphError) {
    let decoder = JSONDecoder()
    var events: [EventLine] = []
    for (index, bytes) in data.split(separator: 0x0A).enumerated() {
      guard let event = try? decoder.decode(EventLine.self, from: Data(bytes)) else {
        if index == 0 { return nil }
        throw JobGraphError(description: "line \(index + 1): it is not an event, unlike the lines before it")
      }
      if event.engine == (events.first ?? event).engine { events.append(event) }
    }
    guard !events.isEmpty else { return nil }
    self.init(JobSpan.spans(events.lazy.compactMap(\.traceEvent)))
    guard !jobs.isEmpty else { throw JobGraphError(description: "no job ran in this record") }
  }

  private init(_ spans: [UInt64: JobSpan]) {
    self.init(queues: [], jobs: [])
    let ran = spans.filter { $0.value.start != nil && $0.value.end != nil }
      .sorted { ($0.value.added, $0.key) < ($1.value.added, $1.key) }
    let places = Dictionary(uniqueKeysWithValues: ran.enumerated().map { ($1.key, $0) })
    var queuePlaces: [String: Int] = [:]
    for (_, span) in ran {
      guard let start = span.start, let end = span.end else { continue }
      if queuePlaces[span.queue] == nil {
        queuePlaces[span.queue] = queues.count
        queues.append(Queue(name: span.queue, width: 1))
      }
      let returned = min(span.returned ?? end, end)
      var seen: Set<Int> = []
      jobs.append(
        Job(
          name: span.name, queue: queuePlaces[span.queue] ?? 0, priority: span.priority,
          after: span.prerequisites.compactMap { places[$0] }.filter { seen.insert($0).inserted },
          run: Double(returned - min(start, returned)) / 1e9, wait: Double(end - returned) / 1e9))
    }
    for index in queues.indices {
      let own = ran.map(\.value).filter { $0.queue == queues[index].name }
      queues[index].width = max(1, Self.mostAtOnce(own))
    }
  }

  /// Returns the maximum number of jobs that ran simultaneously. It is used as the queue's width, which isn't in the
  /// record.
  private static func mostAtOnce(_ spans: [JobSpan]) -> Int {
    let changes = spans.flatMap { [($0.start ?? 0, 1), ($0.end ?? 0, -1)] }.sorted { $0 < $1 }
    var (running, most) = (0, 0)
    for (_, change) in changes {
      running += change
      most = max(most, running)
    }
    return most
  }
}
