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
    add("process_name", .metadata, .texts(["name": engine]))
    add("process_sort_index", .metadata, .counts(["sort_index": Double(number)]))
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
    add("thread_name", .metadata, thread: index, .texts(["name": name]))
    add("thread_sort_index", .metadata, thread: index, .counts(["sort_index": Double(index)]))
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
      if let end = span.end, span.endThread == span.thread, span.returned.map({ $0 >= end }) ?? true {
        slices[job] = addSlice(
          span.name, of: span, on: span.thread, from: start, to: end, ["end": span.outcomeText ?? ""])
        continue
      }
      // A body that ends on another thread occupies its own thread until it returns.
      slices[job] = addSlice(
        span.name, of: span, on: span.thread, from: start, to: span.returned ?? end,
        ["end": span.returned == nil ? "runs on" : "ends later"])
      guard let ended = span.end else { continue }
      // This slice is at most a microsecond long, on the thread that reports the end. It is needed because
      // arrows must be attached to a slice.
      ends[job] = addSlice(
        "\(span.name) ends", of: span, on: span.endThread, from: ended,
        to: min(ended + 1000, following[job] ?? end), end: ended,
        [
          "end": span.outcomeText ?? "",
          "milliseconds since its start": "\(Double(ended - start) / 1e6)",
        ])
    }
  }

  /// Adds a slice of a job.
  /// - Parameter end: The earliest time at which the job's dependents may have started, or nil for the slice's end.
  private mutating func addSlice(
    _ name: String, of span: JobSpan, on thread: UInt64, from: UInt64, to: UInt64, end: UInt64? = nil,
    _ texts: [String: String]
  ) -> Slice {
    let slice = Slice(thread: threads[thread] ?? 1, from: from, to: max(from, to), end: end ?? to)
    add(
      name, .slice, at: from, thread: slice.thread, category: span.queue.isEmpty ? "job" : span.queue,
      duration: slice.to - from, .texts(texts))
    return slice
  }

  private mutating func addArrows(_ events: [TraceEvent]) {
    let name = "prerequisite"
    var count = 0
    for event in events {
      guard case .prerequisite(let other) = event.kind, let from = ends[other] ?? slices[other],
        let to = slices[event.job], from.end <= to.from
      else { continue }
      count += 1
      let id = identifier(count)
      // The end of a slice is exclusive.
      let last = max(from.from, min(from.end, from.to - min(from.to, 1)))
      add(name, .arrowStart, at: last, thread: from.thread, category: name, id: id)
      add(name, .arrowEnd, at: to.from, thread: to.thread, category: name, id: id, bindingPoint: "e")
    }
  }

  // MARK: Queues

  private mutating func addSuspensions(_ events: [TraceEvent]) {
    var queues: [String: Int] = [:]
    for (queue, from, to) in events.suspensions(until: end) {
      let index = queues[queue, default: queues.count + 1]
      queues[queue] = index
      let name = "1 \(queue) suspended"
      add(name, .spanStart, at: from, category: "queue", span: index)
      add(name, .spanEnd, at: to, category: "queue", span: index)
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
      add("jobs", .counter, at: event.time, .counts(counts))
    }
    for sample in record.samples {
      add("threads", .counter, at: sample.time, .counts(["threads": Double(sample.threads)]))
      add("memory", .counter, at: sample.time, .counts(["MB": Double(sample.memory) / 1e6]))
    }
  }

  // MARK: Photos

  private mutating func add(_ track: PhotoTrack) {
    guard let first = track.stages.first else { return }
    let id = track.photo + 1
    // Perfetto sorts tracks by name. Queues come first, followed by photos in the order of the list.
    let number = String(id)
    let name = "2 \(String(repeating: "0", count: max(0, 6 - number.count)))\(number) \(track.name)"
    add(name, .spanStart, at: first.since, category: "photo", span: id)
    let spans = track.isOver ? track.stages.dropLast() : track.stages[...]
    let last = track.isOver ? track.stages.last?.since ?? end : end
    var requests = track.cancelRequests[...]
    for (index, stage) in spans.enumerated() {
      let until = index + 1 < track.stages.count ? track.stages[index + 1].since : last
      add(stage.state, .spanStart, at: stage.since, category: "photo", span: id)
      while let time = requests.first, time <= until {
        add("cancel", .spanInstant, at: time, category: "photo", span: id)
        requests.removeFirst()
      }
      add(stage.state, .spanEnd, at: until, category: "photo", span: id)
    }
    let outcome = track.isOver ? track.stages.last?.state ?? "" : "in progress"
    add(outcome, .spanInstant, at: last, category: "photo", span: id)
    let texts = ["outcome": outcome].merging(track.reason.map { ["reason": $0] } ?? [:]) { $1 }
    add(name, .spanEnd, at: last, category: "photo", span: id, .texts(texts))
  }

  // MARK: Entries

  /// - Parameters:
  ///   - id: The identifier of an arrow.
  ///   - span: The number of an asynchronous span.
  private mutating func add(
    _ name: String, _ phase: ChromeTraceEvent.Phase, at time: UInt64? = nil, thread: Int = 1,
    category: String? = nil, duration: UInt64? = nil, id: String? = nil, span: Int? = nil,
    bindingPoint: String? = nil, _ args: ChromeTraceEvent.Arguments? = nil
  ) {
    entries.append(
      ChromeTraceEvent(
        name: name, ph: phase, cat: category, ts: time.map { Double($0 - min($0, start)) / 1000 },
        dur: duration.map { Double($0) / 1000 }, pid: number, tid: (number - 1) * 10_000 + thread, id: id,
        id2: span.map { ["local": identifier($0)] }, bp: bindingPoint, args: args))
  }

  /// Returns an identifier that is unique across processes, because some tools ignore the process.
  private func identifier(_ index: Int) -> String { "0x" + String(number << 32 + index, radix: 16) }
}
