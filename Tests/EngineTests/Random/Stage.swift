import Engine
import Engines

/// Takes the steps of a plan on an engine, and checks each of them against the oracle. It blocks its thread.
///
/// It never sleeps. After a step, it waits for events and reads them until the oracle says that nothing more can
/// happen before the next step. If an event happens anyway, it is a violation as soon as it is read.
final class Stage {
  /// A step that was taken, and the state of all jobs when the engine was quiet.
  struct Outcome {
    var violation: String?
    /// The states up to the point where the contract first left the engine a choice.
    var states: [String] = []
  }

  private let plan: Plan
  private let log = Log()
  private let witness = Witness()
  private let alive = Alive()
  private var oracle: Oracle
  private var jobs: [AnyJob?] = []
  private var queues: [JobQueue?] = []
  private var engine: JobEngine?
  private var outcome = Outcome()
  /// The current step.
  private var moment = ""

  init(_ plan: Plan, on name: EngineName) {
    self.plan = plan
    oracle = Oracle(plan)
    let (log, token) = (log, alive.token())
    let engine = name.makeEngine(
      reporting: .serial("reports"), watcher: { event in withExtendedLifetime(token) { log.add(event) } })
    self.engine = engine
    queues = plan.widths.enumerated().map { engine.makeQueue("q\($0)", width: $1) }
    jobs = plan.jobs.indices.map { makeJob($0, on: engine) }
  }

  private func makeJob(_ number: Int, on engine: JobEngine) -> Job<Void> {
    let (log, witness, token) = (log, witness, alive.token())
    let (kind, priority) = plan.jobs[number]
    let job =
      switch kind {
      case .gated:
        engine.makeAsynchronousJob("j\(number)", priority: priority) { running, completion in
          running.onCancel { log.handlerWasCalled(number) }
          withExtendedLifetime(token) { witness.bodyWasCalled(running) }
          log.wasCalled(number, completion)
        }
      case .returns, .throwing:
        engine.makeJob("j\(number)", priority: priority) { running in
          withExtendedLifetime(token) { witness.bodyWasCalled(running) }
          if kind == .throwing { throw Broken() }
        }
      }
    witness.watch(job, of: engine)
    return job
  }

  /// Takes all steps, ends all jobs and releases everything.
  func run() -> Outcome {
    for step in plan.steps where oracle.canTake(step) {
      take(step)
      if outcome.violation != nil { return outcome }
    }
    finish()
    return outcome
  }

  private func take(_ step: Step) {
    moment = "\(step)"
    let held = oracle.held
    let answer = oracle.begin(step)
    let error = perform(step, held)
    switch (answer, error) {
    case (.accepted, nil): break
    case (.refused(let expected), let error?) where error == expected: break
    case (.refusedAsCycle, .cycle(let names)?) where oracle.isCycle(names): break
    default: fail("expected \(answer), got \(error.map { "\($0)" } ?? "no error")")
    }
    settle()
    compare()
  }

  private func perform(_ step: Step, _ held: [Int]) -> EngineError? {
    do throws(EngineError) {
      switch step {
      case .add(let job, let queue): if let job = jobs[job] { try queues[queue]?.add(job) }
      case .depend(let job, let other): if let other = jobs[other] { try jobs[job]?.addPrerequisite(other) }
      case .undepend(let job, let other):
        if let other = jobs[other] { try jobs[job]?.removePrerequisite(other) }
      case .cancel(let some):
        if some.count == 1 { jobs[some[0]]?.cancel() } else { engine?.cancel(some.compactMap { jobs[$0] }) }
      case .cancelQueues(let some):
        if some.count == 1 {
          queues[some[0]]?.cancelAll()
        } else {
          engine?.cancelAll(some.compactMap { queues[$0] })
        }
      case .suspend(let queue): queues[queue]?.suspend()
      case .resume(let queue): queues[queue]?.resume()
      case .width(let queue, let width): queues[queue]?.width = width
      case .prioritise(let job, let priority): jobs[job]?.priority = priority
      case .end(let place, let end): log.end(held[place % held.count], end)
      case .loseJob(let job): jobs[job] = nil
      case .loseQueue(let queue): queues[queue] = nil
      }
      return nil
    } catch {
      return error
    }
  }

  /// Reads events until the engine is quiet and the bodies that should run have been called.
  private func settle() {
    repeat {
      for event in log.takeEvents() { oracle.read(event) }
      if let violation = oracle.violation { fail(violation) }
      if outcome.violation != nil || oracle.isQuiet && log.wereCalled(oracle.held) { return }
    } while log.waitForMore(orCallsOf: oracle.isQuiet ? oracle.held : [])
    fail("nothing happens, but \(oracle.due) is due")
  }

  /// Asks the engine for the state of everything.
  private func compare() {
    if outcome.violation != nil { return }
    for (number, expected) in oracle.jobs.enumerated() {
      if let state = jobs[number]?.state.description, state != expected.state {
        fail("j\(number) is \(state), not \(expected.state)")
      }
      if !expected.hasStarted, let priority = jobs[number]?.priority, priority != expected.priority {
        fail("the priority of j\(number) is \(priority), not \(expected.priority)")
      }
      if log.handlerCalls(number) != (expected.isCancelRequested && expected.kind == .gated ? 1 : 0) {
        fail("the handler of j\(number) was called \(log.handlerCalls(number)) times")
      }
    }
    for (number, expected) in oracle.queues.enumerated() {
      guard let queue = queues[number] else { continue }
      let (counts, wanted) = (queue.counts.all, oracle.counts(of: number))
      if counts != wanted { fail("q\(number) counts \(counts), not \(wanted)") }
      if queue.width != expected.width || queue.isSuspended != expected.isSuspended {
        fail("q\(number) has width \(queue.width), suspended: \(queue.isSuspended)")
      }
    }
    if !oracle.wasFree { outcome.states.append("\(moment): \(oracle.jobs.map(\.state))") }
  }

  /// Ends all jobs that can end, and releases the rest.
  private func finish() {
    for number in queues.indices where !oracle.queues[number].isLost { take(.resume(queue: number)) }
    while !oracle.held.isEmpty, outcome.violation == nil { take(.end(place: 0, .finished)) }
    for number in jobs.indices where !oracle.jobs[number].isLost && outcome.violation == nil {
      take(.loseJob(number))
      while !oracle.held.isEmpty, outcome.violation == nil { take(.end(place: 0, .finished)) }
    }
    for number in queues.indices where !oracle.queues[number].isLost { take(.loseQueue(number)) }
    if outcome.violation != nil { return }
    moment = "at the end"
    engine = nil
    let left = alive.waitForNone()
    if left > 0 { return fail("\(left) were not freed") }
    settle()
    if let violation = witness.violation(in: log.allEvents) { fail(violation) }
  }

  private func fail(_ what: String) { outcome.violation = outcome.violation ?? "\(moment): \(what)" }
}

extension Oracle {
  /// Returns the counts in the order of `QueueCounts.all`.
  fileprivate func counts(of queue: Int) -> [Int] {
    ["waiting", "ready", "running", "finished", "failed", "cancelled"].map { state in
      jobs.count { $0.queue == queue && $0.state == state }
    }
  }
}
