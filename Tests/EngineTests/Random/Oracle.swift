import Engine

/// A slow and simple model of the contract. It knows the effects of each step and the events that may come after it.
///
/// It is told about each step before the engine takes it (`begin`), and about each event afterwards (`read`). An
/// unexpected or premature event is a violation, and so is an expected event that is missing when the engine is
/// quiet.
struct Oracle {
  struct Job {
    let kind: Plan.Kind
    var priority: Priority
    var state = "new"
    var queue: Int?
    /// The prerequisites that have not ended.
    var prerequisites: Set<Int> = []
    var isCancelRequested = false
    var isLost = false
    /// The rank of the job's addition, its last change of priority or its last removal of a prerequisite, whichever
    /// came last. An engine may also keep ready jobs in this order.
    var place = 0
    /// Whether the job may have lost its place in the order.
    var wasPutBack = false
    /// The number of the end that released the job. Jobs released by the same end become ready one by one, in any
    /// order.
    var release = 0

    var hasEnded: Bool { ["finished", "failed", "cancelled"].contains(state) }
    var hasStarted: Bool { state == "running" || hasEnded }
  }

  struct Queue {
    var width: Int
    var isSuspended = false
    var isLost = false
    /// The ready jobs, in the order in which they became ready or got their current priority. An engine may keep this
    /// order.
    var ready: [Int] = []
  }

  /// The events that have to happen before the engine is quiet again.
  struct Due: Equatable {
    var waiting: Set<Int> = []
    var ready: Set<Int> = []
    var cancelled: Set<Int> = []
    var cancelRequested: Set<Int> = []
    var ended: [Int: String] = [:]
    var prerequisite: [Int] = []
    var switched: [String: String] = [:]
  }

  private(set) var jobs: [Job]
  private(set) var queues: [Queue]
  private(set) var due = Due()
  private(set) var violation: String?
  /// Whether the contract has ever allowed several outcomes. From then on, the states of engines may differ.
  private(set) var wasFree = false
  /// The jobs that have ended but still hold their dependents. Dependents are released only when all jobs that are
  /// cancelled together are marked.
  private var unreleased: [Int] = []
  private var lastPlace = 0
  private var lastRelease = 0

  init(_ plan: Plan) {
    jobs = plan.jobs.map { Job(kind: $0.kind, priority: $0.priority) }
    queues = plan.widths.map { Queue(width: $0) }
  }

  func running(on queue: Int) -> Int { jobs.count { $0.state == "running" && $0.queue == queue } }

  /// The gated bodies that are running.
  var held: [Int] { jobs.indices.filter { jobs[$0].state == "running" && jobs[$0].kind == .gated } }

  /// Whether nothing more can happen before the next step.
  var isQuiet: Bool {
    let slotsAreUsed = queues.indices.allSatisfy { number in
      let queue = queues[number]
      return queue.isSuspended || queue.ready.isEmpty || running(on: number) >= queue.width
    }
    return due == Due() && slotsAreUsed && !jobs.contains { $0.state == "running" && $0.kind != .gated }
  }

  /// Bodies that end on their own at the same time may end in any order.
  private mutating func noteFreedom() {
    let brief = jobs.filter { $0.kind != .gated && ($0.state == "ready" || $0.state == "running") }
    if brief.isEmpty { return }
    let picks = queues.indices.map { number in
      queues[number].isSuspended
        ? 0 : min(queues[number].ready.count, queues[number].width - running(on: number))
    }
    if picks.reduce(brief.count { $0.state == "running" }, { $0 + max(0, $1) }) > 1 { wasFree = true }
  }

  private mutating func fail(_ what: String) { violation = violation ?? what }
}

// MARK: Steps

extension Oracle {
  /// Returns whether a step can be taken. A lost job or queue can no longer be used.
  func canTake(_ step: Step) -> Bool {
    switch step {
    case .add(let job, let queue): !jobs[job].isLost && !queues[queue].isLost
    case .depend(let job, let other), .undepend(let job, let other): !jobs[job].isLost && !jobs[other].isLost
    case .cancel, .cancelQueues: true
    case .suspend(let queue), .resume(let queue), .width(let queue, _), .loseQueue(let queue):
      !queues[queue].isLost
    case .prioritise(let job, _), .loseJob(let job): !jobs[job].isLost
    case .end: !held.isEmpty
    }
  }

  /// Returns the answer that the engine has to give.
  enum Answer {
    case accepted
    case refused(EngineError)
    /// A refusal because of a cycle. If there are several cycles, the engine may name any of them.
    case refusedAsCycle
  }

  /// Records the effects of the step.
  mutating func begin(_ step: Step) -> Answer {
    defer { noteFreedom() }
    switch step {
    case .add(let job, let queue): return add(job, to: queue)
    case .depend(let job, let other): return depend(job, on: other)
    case .undepend(let job, let other):
      if jobs[job].hasStarted { return .refused(.alreadyStarted(job: "j\(job)")) }
      if jobs[job].prerequisites.remove(other) != nil {
        takePlace(job)
        freeIfPossible(job)
      }
    case .cancel(let some): cancel(some.filter { !jobs[$0].isLost })
    case .cancelQueues(let some): cancelAll(some.filter { !queues[$0].isLost })
    case .suspend(let queue): turn(queue, suspended: true)
    case .resume(let queue): turn(queue, suspended: false)
    case .width(let queue, let width): queues[queue].width = max(1, width)
    case .prioritise(let job, let priority): prioritise(job, priority)
    case .end(let place, let end): due.ended[held[place % held.count]] = end.description
    case .loseJob(let job):
      jobs[job].isLost = true
      if jobs[job].state == "new" { cancel([job]) }
    case .loseQueue(let queue):
      cancelAll([queue])
      queues[queue].isLost = true
    }
    return .accepted
  }

  private mutating func add(_ job: Int, to queue: Int) -> Answer {
    if jobs[job].hasEnded, jobs[job].queue == nil { return .accepted }
    if jobs[job].state != "new" { return .refused(.alreadyAdded(job: "j\(job)")) }
    jobs[job].queue = queue
    takePlace(job)
    lastRelease += 1
    jobs[job].release = lastRelease
    if jobs[job].prerequisites.isEmpty { due.ready.insert(job) } else { due.waiting.insert(job) }
    return .accepted
  }

  private mutating func depend(_ job: Int, on other: Int) -> Answer {
    if jobs[job].hasStarted { return .refused(.alreadyStarted(job: "j\(job)")) }
    if jobs[other].hasEnded { return .accepted }
    if waitsFor(other).contains(job) { return .refusedAsCycle }
    if !jobs[job].prerequisites.insert(other).inserted { return .accepted }
    due.prerequisite = [job, other]
    if jobs[job].state == "ready" { due.waiting.insert(job) }
    return .accepted
  }

  /// Returns the job, its prerequisites, their prerequisites and so on.
  private func waitsFor(_ job: Int) -> Set<Int> {
    jobs[job].prerequisites.reduce(into: [job]) { $0.formUnion(waitsFor($1)) }
  }

  /// Returns whether these jobs would wait for each other if the first depended on the second.
  func isCycle(_ names: [String]) -> Bool {
    let path = names.compactMap { name in jobs.indices.first { name == "j\($0)" } }
    let links = zip(path.dropFirst(), path.dropFirst(2) + path.prefix(1))
    return path.count == names.count && links.allSatisfy { jobs[$0].prerequisites.contains($1) }
  }

  private mutating func cancelAll(_ some: [Int]) {
    cancel(jobs.indices.filter { jobs[$0].queue.map(some.contains) ?? false })
    // The contract does not fix the order in which a queue releases the dependents of its jobs.
    if due.cancelled.count > 1 { wasFree = true }
  }

  private mutating func cancel(_ some: [Int]) {
    for job in some {
      if jobs[job].hasEnded { continue }
      if jobs[job].state != "running" {
        due.cancelled.insert(job)
      } else if !jobs[job].isCancelRequested {
        due.cancelRequested.insert(job)
      }
    }
  }

  private mutating func turn(_ queue: Int, suspended: Bool) {
    if queues[queue].isSuspended == suspended { return }
    queues[queue].isSuspended = suspended
    due.switched["q\(queue)"] = suspended ? "suspended" : "resumed"
  }

  private mutating func prioritise(_ job: Int, _ priority: Priority) {
    if jobs[job].hasStarted || jobs[job].priority == priority { return }
    jobs[job].priority = priority
    takePlace(job)
    if jobs[job].state == "ready", let queue = jobs[job].queue { moveLast(job, on: queue) }
  }

  private mutating func moveLast(_ job: Int, on queue: Int) {
    queues[queue].ready.removeAll { $0 == job }
    queues[queue].ready.append(job)
  }

  private mutating func takePlace(_ job: Int) {
    lastPlace += 1
    jobs[job].place = lastPlace
  }

  /// Marks a job that is about to become ready. Until it does, another job may get a free slot.
  private mutating func freeIfPossible(_ job: Int) {
    guard jobs[job].state == "waiting", jobs[job].prerequisites.isEmpty else { return }
    due.ready.insert(job)
    jobs[job].release = lastRelease
    if due.ready.count > 1 || queues.contains(where: { !$0.ready.isEmpty }) { wasFree = true }
  }
}

// MARK: Events

extension Oracle {
  mutating func read(_ event: TraceEvent) {
    defer { noteFreedom() }
    guard event.job > 0 else {
      if due.switched.removeValue(forKey: event.queueName) != event.word { fail("unexpected: \(event.line)") }
      return
    }
    let job = Int(event.job) - 1
    switch event.kind {
    case .returned: break
    case .suspended, .resumed, .entered(.new): fail("a job cannot be \(event.word)")
    case .prerequisite(let other):
      if due.prerequisite != [job, Int(other) - 1] { fail("unexpected: \(event.line)") }
      due.prerequisite = []
    case .cancelRequested:
      if due.cancelRequested.remove(job) == nil { fail("unexpected: \(event.line)") }
      jobs[job].isCancelRequested = true
    case .entered(.waiting):
      if due.waiting.remove(job) == nil { fail("unexpected: \(event.line)") }
      leaveReady(job)
      jobs[job].state = "waiting"
    case .entered(.ready): becameReady(job, event)
    case .entered(.running): wasPicked(job, event)
    case .entered(.ended(let end)): ended(job, end.description, event)
    }
  }

  private mutating func leaveReady(_ job: Int) {
    if let queue = jobs[job].queue { queues[queue].ready.removeAll { $0 == job } }
  }

  private mutating func becameReady(_ job: Int, _ event: TraceEvent) {
    guard let number = jobs[job].queue else { return fail("on no queue: \(event.line)") }
    if due.ready.remove(job) != nil {
      jobs[job].state = "ready"
      queues[number].ready.append(job)
      return
    }
    // A job is handed back only if it could not have been picked.
    let queue = queues[number]
    let hasBetter = queue.ready.contains { jobs[$0].priority > jobs[job].priority }
    if jobs[job].state != "ready" || !(queue.isSuspended || running(on: number) >= queue.width || hasBetter) {
      return fail("unexpected: \(event.line)")
    }
    jobs[job].wasPutBack = true
    wasFree = true
  }

  private mutating func wasPicked(_ job: Int, _ event: TraceEvent) {
    guard let number = jobs[job].queue, jobs[job].state == "ready" else {
      return fail("picked, but not ready: \(event.line)")
    }
    let queue = queues[number]
    let free = queue.width - running(on: number)
    if queue.isSuspended { fail("picked on a suspended queue: \(event.line)") }
    if free <= 0 { fail("picked without a free slot: \(event.line)") }
    if !jobs[job].prerequisites.isEmpty { fail("picked before its prerequisites ended: \(event.line)") }
    if let best = queue.ready.map({ jobs[$0].priority }).max(), best > jobs[job].priority {
      fail("picked before one of priority \(best): \(event.line)")
    }
    // Several threads fill several slots simultaneously, so their order is not fixed.
    let earlier = queue.ready.prefix { $0 != job }.filter { jobs[$0].priority == jobs[job].priority }
    let passedOver = earlier.filter {
      jobs[$0].place < jobs[job].place && jobs[$0].release != jobs[job].release && !jobs[$0].wasPutBack
    }
    if passedOver.count >= free { fail("picked before \(passedOver.map { "j\($0)" }): \(event.line)") }
    if !earlier.isEmpty { wasFree = true }
    leaveReady(job)
    jobs[job].state = "running"
    switch jobs[job].kind {
    case .gated: break
    case .returns: due.ended[job] = "finished"
    case .throwing: due.ended[job] = "failed"
    }
  }

  private mutating func ended(_ job: Int, _ end: String, _ event: TraceEvent) {
    let isCancel = due.cancelled.remove(job) != nil && end == "cancelled"
    if !isCancel, due.ended.removeValue(forKey: job) != end { return fail("unexpected: \(event.line)") }
    leaveReady(job)
    jobs[job].state = end
    jobs[job].prerequisites = []
    unreleased.append(job)
    guard due.cancelled.isEmpty else { return }
    lastRelease += 1
    for prerequisite in unreleased {
      for dependent in jobs.indices where jobs[dependent].prerequisites.remove(prerequisite) != nil {
        freeIfPossible(dependent)
      }
    }
    unreleased = []
  }
}

extension TraceEvent {
  var line: String { "\(jobName.isEmpty ? queueName : jobName) \(word)" }
}
