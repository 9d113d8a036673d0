import Engine
import Foundation

/// A trace in the Chrome trace event format, which Perfetto and chrome://tracing open.
///
/// A process for the engine; a track for each of its threads with the bodies that they ran; a track for each queue with
/// the spans for which it was suspended; an asynchronous track for each photo and for each job that ended later than it
/// returned; arrows from a prerequisite to what waited for it; counters.
/// Source: “Trace Event Format”, the document that the Chromium project publishes.
public struct ChromeTrace {
  private var entries: [Entry] = []
  private let start: UInt64
  private var threads: [UInt64: Int] = [:]

  /// - Parameter engine: the name of the engine, which becomes the process's.
  public init(_ log: TraceLog, engine: String) {
    let (events, photos, samples) = log.recorded
    start = [events.first?.time, photos.first?.time, samples.first?.time].compactMap { $0 }.min() ?? 0
    name("process_name", engine, thread: 0)
    addJobs(events)
    addCounters(events)
    addPhotos(photos)
    for sample in samples {
      entries.append(
        .counter("threads", at: microseconds(sample.time), ["threads": Double(sample.threads)]))
      entries.append(
        .counter("memory", at: microseconds(sample.time), ["MB": Double(sample.memory) / 1e6]))
    }
  }

  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return try encoder.encode(File(traceEvents: entries, displayTimeUnit: "ms"))
  }

  // MARK: Jobs

  private mutating func addJobs(_ events: [TraceEvent]) {
    var picked: [JobID: TraceEvent] = [:]
    var returned: Set<JobID> = []
    var slices: [JobID: (thread: Int, start: Double, end: Double)] = [:]
    var ends: [JobID: TraceEvent] = [:]
    var prerequisites: [(dependent: JobID, prerequisite: JobID)] = []
    var suspended: [String: UInt64] = [:]

    for event in events {
      switch event.kind {
      case .running: picked[event.job] = event
      case .returned, .ended:
        if case .ended = event.kind { ends[event.job] = event }
        guard let begin = picked[event.job], !returned.contains(event.job) else { continue }
        // A body that ends later than it returns, or elsewhere, is on its thread until it returns.
        let isElsewhere = event.thread != begin.thread
        if case .ended = event.kind, isElsewhere { continue }
        returned.insert(event.job)
        let slice = (thread(begin.thread), microseconds(begin.time), microseconds(event.time))
        slices[event.job] = slice
        entries.append(
          .slice(
            event.jobName, category: event.queueName, thread: slice.0, from: slice.1, to: slice.2,
            end: word(event)))
      case .prerequisite(let other): prerequisites.append((event.job, other))
      case .suspended: suspended[event.queueName] = event.time
      case .resumed:
        guard let since = suspended.removeValue(forKey: event.queueName) else { continue }
        addSpan("suspended", "queue \(event.queueName)", from: since, to: event.time)
      case .waiting, .ready, .cancelRequested: break
      }
    }
    let last = events.last?.time ?? start
    for (queue, since) in suspended { addSpan("suspended", "queue \(queue)", from: since, to: last) }
    for (job, begin) in picked where ends[job].map({ $0.thread != begin.thread }) ?? true {
      addSpan(begin.jobName, "in flight", id: job, from: begin.time, to: ends[job]?.time ?? last)
    }
    for (number, edge) in prerequisites.enumerated() {
      guard let from = slices[edge.prerequisite], let to = slices[edge.dependent] else { continue }
      entries += Entry.arrow(number + 1, from: (from.thread, from.end), to: (to.thread, to.start))
    }
  }

  private func word(_ event: TraceEvent) -> String {
    switch event.kind {
    case .ended(.finished): "finished"
    case .ended(.failed): "failed"
    case .ended(.cancelled): "cancelled"
    default: "ends later"
    }
  }

  private mutating func addSpan(_ name: String, _ category: String, id: UInt64 = 1, from: UInt64, to: UInt64)
  {
    entries.append(.asyncBegin(name, category: category, id: id, at: microseconds(from)))
    entries.append(.asyncEnd(name, category: category, id: id, at: microseconds(to)))
  }

  private mutating func addCounters(_ events: [TraceEvent]) {
    var states: [JobID: String] = [:]
    var counts = ["waiting": 0.0, "ready": 0.0, "running": 0.0]
    for event in events {
      let state: String? =
        switch event.kind {
        case .waiting: "waiting"
        case .ready: "ready"
        case .running: "running"
        case .ended: nil
        default: states[event.job]
        }
      guard state != states[event.job] else { continue }
      if let old = states[event.job] { counts[old, default: 0] -= 1 }
      if let state { counts[state, default: 0] += 1 }
      states[event.job] = state
      entries.append(.counter("jobs", at: microseconds(event.time), counts))
    }
  }

  // MARK: Photos

  private mutating func addPhotos(_ changes: [TraceLog.PhotoChange]) {
    var current: [Int: TraceLog.PhotoChange] = [:]
    for change in changes {
      if let old = current[change.photo], let state = old.state {
        entries.append(
          .asyncEnd(
            state, category: "photo \(old.name)", id: UInt64(old.photo + 1), at: microseconds(change.time)))
      }
      current[change.photo] = change.state == nil ? nil : change
      guard let state = change.state else { continue }
      entries.append(
        .asyncBegin(
          state, category: "photo \(change.name)", id: UInt64(change.photo + 1), at: microseconds(change.time)
        ))
    }
    let last = changes.last?.time ?? start
    for (_, change) in current.sorted(by: { $0.key < $1.key }) {
      guard let state = change.state else { continue }
      entries.append(
        .asyncEnd(
          state, category: "photo \(change.name)", id: UInt64(change.photo + 1), at: microseconds(last)))
    }
  }

  // MARK: Threads and times

  private mutating func thread(_ number: UInt64) -> Int {
    if let known = threads[number] { return known }
    let index = threads.count + 1
    threads[number] = index
    name("thread_name", "thread \(index)", thread: index)
    return index
  }

  private mutating func name(_ what: String, _ value: String, thread: Int) {
    entries.append(Entry(name: what, ph: "M", tid: thread, args: .name(value)))
  }

  private func microseconds(_ time: UInt64) -> Double { Double(time - min(time, start)) / 1000 }

  private struct File: Encodable {
    let traceEvents: [Entry]
    let displayTimeUnit: String
  }
}
