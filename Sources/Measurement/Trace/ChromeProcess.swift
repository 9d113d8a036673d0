import Engine

/// What one engine did, as a process of a trace.
struct ChromeProcess {
  private(set) var entries: [ChromeTraceEntry] = []
  private let number: Int
  private let start: UInt64
  private let end: UInt64
  private let names: [UInt64: String]
  private var threads: [UInt64: Int] = [:]
  /// Where an arrow may begin and end, by job.
  private var slices: [JobID: Slice] = [:]
  private var ends: [JobID: Slice] = [:]

  private struct Slice {
    let thread: Int
    let from: UInt64
    let to: UInt64
    /// When what waited for it may have begun.
    let end: UInt64
  }

  /// - Parameters:
  ///   - number: from 1, of the process.
  ///   - start: when the trace begins.
  init(_ record: TraceLog.Record, engine: String, number: Int, start: UInt64) {
    self.number = number
    self.start = start
    end = record.end ?? start
    names = record.threads
    add("process_name", "M", args: .texts(["name": engine]))
    add("process_sort_index", "M", args: .position(number))
    addThreads(record.events)
    addBodies(record.events)
    addArrows(record.events)
    addSuspensions(record.events)
    addCounters(record)
    for track in PhotoTrack.tracks(of: record) { add(track) }
  }

  // MARK: Threads

  /// The main thread is the first, also when nothing ran on it; the others follow in the order in which they came.
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
    add("thread_name", "M", thread: index, args: .texts(["name": name]))
    add("thread_sort_index", "M", thread: index, args: .position(index))
  }

  private mutating func addBodies(_ events: [TraceEvent]) {
    var picked: [JobID: TraceEvent] = [:]
    var returned: Set<JobID> = []
    // The last end reported on each thread.
    var said: [UInt64: (event: TraceEvent, begin: TraceEvent)] = [:]

    for event in events {
      if let (last, begin) = said.removeValue(forKey: event.thread) {
        addEnd(last, begin, before: event.time)
      }
      switch event.kind {
      case .running: picked[event.job] = event
      case .returned:
        guard let begin = picked[event.job], returned.insert(event.job).inserted else { continue }
        addBody(begin, until: event.time, "ends later")
      case .ended(let end):
        guard let begin = picked.removeValue(forKey: event.job) else { continue }
        // A body that ends elsewhere is on its thread until it returns.
        if event.thread == begin.thread, returned.insert(event.job).inserted {
          addBody(begin, until: event.time, word(end))
        } else {
          said[event.thread] = (event, begin)
          if !returned.contains(event.job) { picked[event.job] = begin }
        }
      case .waiting, .ready, .cancelRequested, .prerequisite, .suspended, .resumed: break
      }
    }
    for (last, begin) in said.values { addEnd(last, begin, before: end) }
    for begin in picked.values.sorted(by: { $0.time < $1.time }) where !returned.contains(begin.job) {
      addBody(begin, until: end, "runs on")
    }
  }

  private mutating func addBody(_ begin: TraceEvent, until time: UInt64, _ end: String) {
    let slice = Slice(
      thread: threads[begin.thread] ?? 1, from: begin.time, to: max(time, begin.time), end: time)
    slices[begin.job] = slice
    add(begin.jobName, begin.queueName, slice, ["end": end])
  }

  /// The end of a job whose body has returned, as a microsecond of the thread that reports it: an arrow needs a slice.
  private mutating func addEnd(_ event: TraceEvent, _ begin: TraceEvent, before next: UInt64) {
    guard case .ended(let end) = event.kind else { return }
    let slice = Slice(
      thread: threads[event.thread] ?? 1, from: event.time,
      to: max(event.time, min(event.time + 1000, next)), end: event.time)
    ends[event.job] = slice
    let duration = Double(event.time - begin.time) / 1e6
    add(
      "\(event.jobName) ends", event.queueName, slice,
      ["end": word(end), "milliseconds since its begin": "\(duration)"])
  }

  private mutating func add(_ name: String, _ category: String, _ slice: Slice, _ texts: [String: String]) {
    add(
      name, "X", category.isEmpty ? "job" : category, at: slice.from,
      duration: Double(slice.to - slice.from) / 1000, thread: slice.thread, args: .texts(texts))
  }

  private func word(_ end: JobEnd) -> String {
    switch end {
    case .finished: "finished"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }

  private mutating func addArrows(_ events: [TraceEvent]) {
    var count = 0
    for event in events {
      guard case .prerequisite(let other) = event.kind, let from = ends[other] ?? slices[other],
        let to = slices[event.job], from.end <= to.from
      else { continue }
      count += 1
      let id = identifier(count)
      // A slice's last moment is no longer in it.
      let last = max(from.from, min(from.end, from.to - min(from.to, 1)))
      add("prerequisite", "s", "prerequisite", at: last, thread: from.thread, id: id)
      add("prerequisite", "f", "prerequisite", at: to.from, thread: to.thread, id: id, bindsAround: true)
    }
  }

  // MARK: Queues

  private mutating func addSuspensions(_ events: [TraceEvent]) {
    var queues: [String: Int] = [:]
    var since: [String: UInt64] = [:]
    for event in events {
      switch event.kind {
      case .suspended:
        since[event.queueName] = event.time
        if queues[event.queueName] == nil { queues[event.queueName] = queues.count + 1 }
      case .resumed:
        guard let begin = since.removeValue(forKey: event.queueName) else { continue }
        addSuspension(event.queueName, queues[event.queueName] ?? 0, begin, event.time)
      default: break
      }
    }
    for (queue, begin) in since.sorted(by: { $0.key < $1.key }) {
      addSuspension(queue, queues[queue] ?? 0, begin, end)
    }
  }

  private mutating func addSuspension(_ queue: String, _ index: Int, _ begin: UInt64, _ end: UInt64) {
    let name = "1 \(queue) suspended"
    add(name, "b", "queue", at: begin, id: identifier(index))
    add(name, "e", "queue", at: end, id: identifier(index))
  }

  private mutating func addCounters(_ record: TraceLog.Record) {
    var states: [JobID: String] = [:]
    var counts = ["waiting": 0.0, "ready": 0.0, "running": 0.0]
    for event in record.events {
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
      add("jobs", "C", at: event.time, args: .counts(counts))
    }
    for sample in record.samples {
      add("threads", "C", at: sample.time, args: .counts(["threads": Double(sample.threads)]))
      add("memory", "C", at: sample.time, args: .counts(["MB": Double(sample.memory) / 1e6]))
    }
  }

  // MARK: Photos

  private mutating func add(_ track: PhotoTrack) {
    guard let first = track.stages.first else { return }
    let id = identifier(track.photo + 1)
    // Perfetto sorts tracks by name: queues first, and then photos in the order of the list.
    let number = String(track.photo + 1)
    let name = "2 \(String(repeating: "0", count: max(0, 6 - number.count)))\(number) \(track.name)"
    add(name, "b", "photo", at: first.since, id: id)
    let spans = track.isOver ? track.stages.dropLast() : track.stages[...]
    let last = track.isOver ? track.stages.last?.since ?? end : end
    var requests = track.cancelRequests[...]
    for (index, stage) in spans.enumerated() {
      let until = index + 1 < track.stages.count ? track.stages[index + 1].since : last
      add(stage.word, "b", "photo", at: stage.since, id: id)
      while let time = requests.first, time <= until {
        add("cancel", "n", "photo", at: time, id: id)
        requests.removeFirst()
      }
      add(stage.word, "e", "photo", at: until, id: id)
    }
    let outcome = track.isOver ? track.stages.last?.word ?? "" : "in progress"
    add(outcome, "n", "photo", at: last, id: id)
    add(
      name, "e", "photo", at: last, id: id,
      args: .texts(["outcome": outcome].merging(track.reason.map { ["reason": $0] } ?? [:]) { $1 }))
  }

  // MARK: Entries

  private mutating func add(
    _ name: String, _ kind: String, _ category: String? = nil, at time: UInt64? = nil,
    duration: Double? = nil,
    thread: Int = 1, id: String? = nil, bindsAround: Bool = false, args: ChromeTraceEntry.Arguments? = nil
  ) {
    let isSpan = ["b", "e", "n"].contains(kind)
    entries.append(
      ChromeTraceEntry(
        name: name, ph: kind, cat: category, ts: time.map { Double($0 - min($0, start)) / 1000 },
        dur: duration,
        pid: number, tid: (number - 1) * 10_000 + thread, id: isSpan ? nil : id,
        id2: isSpan ? id.map(ChromeTraceEntry.LocalID.init) : nil, bp: bindsAround ? "e" : nil, args: args))
  }

  /// Unique across processes, as some readers look at nothing else.
  private func identifier(_ index: Int) -> String { "0x" + String(number << 32 + index, radix: 16) }
}
