import Engine
import Foundation

/// The jobs of a run that was recorded: those that ran, with the widths that were used.
public struct RecordedGraph {
  public private(set) var graph = JobGraph(queues: [], jobs: [])
  /// Jobs that never ran, and so are missing.
  public private(set) var leftOut = 0

  private struct Record {
    let name: String
    let queue: String
    var priority = Priority.normal
    var added: UInt64
    var prerequisites: [UInt64] = []
    var start: UInt64?
    var returned: UInt64?
    var end: UInt64?
  }

  /// - Parameter log: of one engine.
  public init(_ log: TraceLog) {
    var records: [UInt64: Record] = [:]
    for event in log.recorded.events { Self.take(EventLine(event, ""), into: &records) }
    build(records)
  }

  /// - Parameter data: what `--events` wrote; of several engines, the first counts.
  /// - Returns: nil for any other file.
  init?(events data: Data) throws(JobGraphError) {
    let decoder = JSONDecoder()
    var records: [UInt64: Record] = [:]
    var engine: String?
    for (index, bytes) in data.split(separator: 0x0A).enumerated() {
      guard let event = try? decoder.decode(EventLine.self, from: Data(bytes)) else {
        if index == 0 { return nil }
        throw JobGraphError(description: "line \(index + 1): it is no event, as the lines before it")
      }
      engine = engine ?? event.engine
      if engine == event.engine { Self.take(event, into: &records) }
    }
    guard engine != nil else { return nil }
    build(records)
    guard !graph.jobs.isEmpty else { throw JobGraphError(description: "no job ran in this record") }
  }

  private static func take(_ event: EventLine, into records: inout [UInt64: Record]) {
    guard let job = event.job else { return }
    let (name, queue) = (event.name ?? "", event.queue ?? "")
    var record = records[job] ?? Record(name: name, queue: queue, added: event.time)
    // A prerequisite may be given before the job is on a queue.
    if record.queue.isEmpty, !queue.isEmpty {
      let known = record.prerequisites
      record = Record(name: name, queue: queue, added: event.time)
      record.prerequisites = known
    }
    record.priority = Priority.allCases.first { $0.word == event.priority } ?? .normal
    switch event.event {
    case "running": record.start = event.time
    case "returned": record.returned = event.time
    case "finished", "failed", "cancelled": record.end = event.time
    case "prerequisite": record.prerequisites += event.prerequisite.map { [$0] } ?? []
    default: break
    }
    records[job] = record
  }

  private mutating func build(_ records: [UInt64: Record]) {
    let ran = records.filter { $0.value.start != nil && $0.value.end != nil }
      .sorted { ($0.value.added, $0.key) < ($1.value.added, $1.key) }
    leftOut = records.count - ran.count
    let places = Dictionary(uniqueKeysWithValues: ran.enumerated().map { ($1.key, $0) })
    var queues: [String: Int] = [:]
    for (_, record) in ran {
      guard let start = record.start, let end = record.end else { continue }
      if queues[record.queue] == nil {
        queues[record.queue] = graph.queues.count
        graph.queues.append(JobGraph.Queue(record.queue, width: 1))
      }
      let returned = min(record.returned ?? end, end)
      var seen: Set<Int> = []
      graph.jobs.append(
        JobGraph.Job(
          record.name, queue: queues[record.queue] ?? 0, priority: record.priority,
          after: record.prerequisites.compactMap { places[$0] }.filter { seen.insert($0).inserted },
          run: Double(returned - min(start, returned)) / 1e9, wait: Double(end - returned) / 1e9))
    }
    for index in graph.queues.indices {
      let own = ran.map(\.value).filter { $0.queue == graph.queues[index].name }
      graph.queues[index].width = max(1, Self.mostAtOnce(own))
    }
  }

  /// The record does not say how wide a queue was, but how many ran at a time.
  private static func mostAtOnce(_ records: [Record]) -> Int {
    let changes = records.flatMap { [($0.start ?? 0, 1), ($0.end ?? 0, -1)] }.sorted { $0 < $1 }
    var (running, most) = (0, 0)
    for (_, change) in changes {
      running += change
      most = max(most, running)
    }
    return most
  }
}
