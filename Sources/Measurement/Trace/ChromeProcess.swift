import Engine

/// The record of one engine, represented as a process of a trace.
struct ChromeProcess {
  private(set) var entries: [ChromeTraceEvent] = []
  private let number: Int
  private let start: UInt64
  private let end: UInt64
  private let names: [UInt64: String]
  private var threads: [UInt64: Int] = [:]
  /// The slices of bodies, by job. Arrows may start and end at them.
  private var slices: [JobID: Slice] = [:]
  /// The slices that mark the ends of jobs, by job.
  private var ends: [JobID: Slice] = [:]

  private struct Slice {
    let thread: Int
    let from: UInt64
    let to: UInt64
    /// The earliest time at which the job's dependents may have started.
    let end: UInt64
  }

  /// - Parameters:
  ///   - number: The number of the process, starting at 1.
  ///   - start: The time at which the trace starts.
  init(_ record: TraceLog.Record, engine: String, number: Int, start: UInt64) {
    self.number = number
    self.start = start
    end = record.end ?? start
    names = record.threads
    addMetadata("process_name", .texts(["name": engine]))
    addMetadata("process_sort_index", .position(number))
    addThreads(record.events)
    addBodies(JobSpan.spans(record.events), record.events)
    addArrows(record.events)
    addSuspensions(record.events)
    addCounters(record)
    for track in PhotoTrack.tracks(of: record) { add(track) }
  }

  // MARK: Threads

  /// Adds the main thread, even if nothing ran on it, and then the others in order of appearance.
  private mutating func addThreads(_ events: [TraceEvent]) {
    addThread("main", 1)
    var (next, workers) = (2, 0)
    for event in events where threads[event.thread] == nil {
      let name = names[event.thread] ?? ""
      if name == "main" {
        threads[event.thread] = 1
        continue
      }
      threads[event.thread] = next
      if name.isEmpty { workers += 1 }
      addThread(name.isEmpty ? "worker \(workers)" : name, next)
      next += 1
    }
  }

  private mutating func addThread(_ name: String, _ index: Int) {
    addMetadata("thread_name", thread: index, .texts(["name": name]))
    addMetadata("thread_sort_index", thread: index, .position(index))
  }

  private mutating func addBodies(_ spans: [JobID: JobSpan], _ events: [TraceEvent]) {
    // For each job, the time of the next event from the thread that reported its end.
    var (next, following) = ([UInt64: UInt64](), [JobID: UInt64]())
    for event in events.reversed() {
      if case .entered(.ended) = event.kind { following[event.job] = next[event.thread] }
      next[event.thread] = event.time
    }
    let ran = spans.compactMap { job, span in span.start.map { (job: job, start: $0, span: span) } }
    for (job, start, span) in ran.sorted(by: { ($0.start, $0.job) < ($1.start, $1.job) }) {
      func slice(_ thread: UInt64, from: UInt64, to: UInt64, end: UInt64) -> Slice {
        Slice(thread: threads[thread] ?? 1, from: from, to: max(from, to), end: end)
      }
      if let end = span.end, span.endThread == span.thread, span.returned.map({ $0 >= end }) ?? true {
        slices[job] = slice(span.thread, from: start, to: end, end: end)
        addSlice(span.name, span.queue, slices[job], ["end": span.outcomeText ?? ""])
        continue
      }
      // A body that ends on another thread occupies its own thread until it returns.
      let until = span.returned ?? end
      slices[job] = slice(span.thread, from: start, to: until, end: until)
      addSlice(span.name, span.queue, slices[job], ["end": span.returned == nil ? "runs on" : "ends later"])
      guard let ended = span.end else { continue }
      // This slice is at most a microsecond long, on the thread that reports the end. It is needed because
      // arrows must be attached to a slice.
      let to = min(ended + 1000, following[job] ?? end)
      ends[job] = slice(span.endThread, from: ended, to: to, end: ended)
      let milliseconds = Double(ended - start) / 1e6
      addSlice(
        "\(span.name) ends", span.queue, ends[job],
        ["end": span.outcomeText ?? "", "milliseconds since its start": "\(milliseconds)"])
    }
  }

  private mutating func addArrows(_ events: [TraceEvent]) {
    var count = 0
    for event in events {
      guard case .prerequisite(let other) = event.kind, let from = ends[other] ?? slices[other],
        let to = slices[event.job], from.end <= to.from
      else { continue }
      count += 1
      // The end of a slice is exclusive.
      let last = max(from.from, min(from.end, from.to - min(from.to, 1)))
      addArrowEnd(.arrowStart, count, at: last, thread: from.thread)
      addArrowEnd(.arrowEnd, count, at: to.from, thread: to.thread)
    }
  }

  // MARK: Queues

  private mutating func addSuspensions(_ events: [TraceEvent]) {
    var queues: [String: Int] = [:]
    for (queue, from, to) in events.suspensions(until: end) {
      let index = queues[queue, default: queues.count + 1]
      queues[queue] = index
      let name = "1 \(queue) suspended"
      addSpan(.spanStart, name, "queue", index, at: from)
      addSpan(.spanEnd, name, "queue", index, at: to)
    }
  }

  private mutating func addCounters(_ record: TraceLog.Record) {
    var states: [JobID: JobState] = [:]
    let counted = JobState.onQueue.filter { !$0.hasEnded }
    var counts = Dictionary(uniqueKeysWithValues: counted.map { ($0.description, 0.0) })
    for event in record.events {
      guard case .entered(let new) = event.kind else { continue }
      let state = new.hasEnded ? nil : new
      guard state != states[event.job] else { continue }
      if let old = states[event.job] { counts[old.description, default: 0] -= 1 }
      if let state { counts[state.description, default: 0] += 1 }
      states[event.job] = state
      addCounter("jobs", counts, at: event.time)
    }
    for sample in record.samples {
      addCounter("threads", ["threads": Double(sample.threads)], at: sample.time)
      addCounter("memory", ["MB": Double(sample.memory) / 1e6], at: sample.time)
    }
  }

  // MARK: Photos

  private mutating func add(_ track: PhotoTrack) {
    guard let first = track.stages.first else { return }
    let id = track.photo + 1
    // Perfetto sorts tracks by name. Queues come first, followed by photos in the order of the list.
    let number = String(id)
    let name = "2 \(String(repeating: "0", count: max(0, 6 - number.count)))\(number) \(track.name)"
    addSpan(.spanStart, name, "photo", id, at: first.since)
    let spans = track.isOver ? track.stages.dropLast() : track.stages[...]
    let last = track.isOver ? track.stages.last?.since ?? end : end
    var requests = track.cancelRequests[...]
    for (index, stage) in spans.enumerated() {
      let until = index + 1 < track.stages.count ? track.stages[index + 1].since : last
      addSpan(.spanStart, stage.state, "photo", id, at: stage.since)
      while let time = requests.first, time <= until {
        addSpan(.spanInstant, "cancel", "photo", id, at: time)
        requests.removeFirst()
      }
      addSpan(.spanEnd, stage.state, "photo", id, at: until)
    }
    let outcome = track.isOver ? track.stages.last?.state ?? "" : "in progress"
    addSpan(.spanInstant, outcome, "photo", id, at: last)
    let texts = ["outcome": outcome].merging(track.reason.map { ["reason": $0] } ?? [:]) { $1 }
    addSpan(.spanEnd, name, "photo", id, at: last, texts)
  }

  // MARK: Entries

  private mutating func addMetadata(
    _ name: String, thread: Int = 1, _ args: ChromeTraceEvent.Arguments
  ) {
    add(name, .metadata, at: nil, thread: thread) { $0.args = args }
  }

  private mutating func addSlice(
    _ name: String, _ queue: String, _ slice: Slice?, _ texts: [String: String]
  ) {
    guard let slice else { return }
    add(name, .slice, at: slice.from, thread: slice.thread) {
      $0.cat = queue.isEmpty ? "job" : queue
      $0.dur = Double(slice.to - slice.from) / 1000
      $0.args = .texts(texts)
    }
  }

  private mutating func addArrowEnd(
    _ phase: ChromeTraceEvent.Phase, _ index: Int, at time: UInt64, thread: Int
  ) {
    let id = identifier(index)
    add("prerequisite", phase, at: time, thread: thread) {
      $0.cat = "prerequisite"
      $0.id = id
      if phase == .arrowEnd { $0.bp = "e" }
    }
  }

  private mutating func addSpan(
    _ phase: ChromeTraceEvent.Phase, _ name: String, _ category: String, _ index: Int, at time: UInt64,
    _ texts: [String: String]? = nil
  ) {
    let id = ["local": identifier(index)]
    add(name, phase, at: time) {
      $0.cat = category
      $0.id2 = id
      $0.args = texts.map { .texts($0) }
    }
  }

  private mutating func addCounter(_ name: String, _ counts: [String: Double], at time: UInt64) {
    add(name, .counter, at: time) { $0.args = .counts(counts) }
  }

  /// Adds an entry, after `complete` has set the fields of its kind.
  private mutating func add(
    _ name: String, _ phase: ChromeTraceEvent.Phase, at time: UInt64?, thread: Int = 1,
    _ complete: (inout ChromeTraceEvent) -> Void
  ) {
    let microseconds = time.map { Double($0 - min($0, start)) / 1000 }
    var entry = ChromeTraceEvent(
      name: name, ph: phase, ts: microseconds, pid: number, tid: (number - 1) * 10_000 + thread)
    complete(&entry)
    entries.append(entry)
  }

  /// Returns an identifier that is unique across processes, because some tools ignore the process.
  private func identifier(_ index: Int) -> String { "0x" + String(number << 32 + index, radix: 16) }
}
