import Dispatch
import Engine
import Engines
import Foundation

extension JobRunner {
  /// The runners that can replay a graph. Raw Dispatch and a task group keep no width and no priority.
  public static let graphRunners: [JobRunner] = [
    .gcd, .operation, .tasks, .dispatch, .operationQueue, .taskGroup,
  ]

  /// Replays a graph: first all jobs are made and handed over, then they are let go. Blocks the calling thread.
  ///
  /// A job that ran keeps a core busy for as long; one that waited is ended by a timer, and holds no thread.
  /// - Returns: what it took, from the first job made to the last ended.
  public func run(_ graph: JobGraph, rate: SpinRate) -> RunFigures {
    let bodies = graph.jobs.map { Body($0, rate) }
    let meter = RunMeter(
      queue: EngineName.gcd.makeEngine(reporting: .serial("meter"), watcher: nil).reportQueue)
    meter.start()
    switch self {
    case .dispatch, .dispatchLimited: runDispatch(graph, bodies)
    case .operationQueue: runOperationQueue(graph, bodies)
    case .taskGroup: runTasks(graph, bodies)
    case .tasks: runEngine(.tasks, graph, bodies)
    case .operation, .operationTraced: runEngine(.operation, graph, bodies)
    case .loop, .gcd, .gcdTraced: runEngine(.gcd, graph, bodies)
    }
    return meter.stop()
  }

  /// What a job does on every runner.
  private struct Body: Sendable {
    private static let timer = DispatchQueue(label: "timer")
    let spins: Int
    let wait: Double

    init(_ job: JobGraph.Job, _ rate: SpinRate) {
      spins = Int(job.run * 1e9 * rate.perNanosecond)
      wait = job.wait
    }

    /// - Parameter done: called once, on this thread or on the timer's.
    func start(_ done: @escaping @Sendable () -> Void) {
      spin(spins)
      if wait > 0 { Self.timer.asyncAfter(deadline: .now() + wait, execute: done) } else { done() }
    }
  }

  private func runEngine(_ name: EngineName, _ graph: JobGraph, _ bodies: [Body]) {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: nil)
    let queues = graph.queues.map { engine.makeQueue($0.name, width: $0.width) }
    for queue in queues { queue.suspend() }
    let jobs: [AnyJob] = zip(graph.jobs, bodies).map { job, body in
      if body.wait == 0 { return engine.makeJob(job.name, priority: job.priority) { _ in spin(body.spins) } }
      return engine.makeAsynchronousJob(job.name, priority: job.priority) {
        (_, completion: JobCompletion<Void>) in body.start { completion.finish() }
      }
    }
    do {
      for (job, handle) in zip(graph.jobs, jobs) {
        for other in job.after { try handle.addPrerequisite(jobs[other]) }
      }
      for (job, handle) in zip(graph.jobs, jobs) { try queues[job.queue].add(handle) }
    } catch { preconditionFailure("The graph was checked when it was read: \(error)") }
    for queue in queues { queue.resume() }
    for queue in queues { try? queue.waitUntilIdle() }
  }

  private func runDispatch(_ graph: JobGraph, _ bodies: [Body]) {
    let queues = graph.queues.map {
      DispatchQueue(label: $0.name, attributes: [.concurrent, .initiallyInactive])
    }
    let done = graph.jobs.map { _ in DispatchGroup() }
    let rest = DispatchGroup()
    for group in done {
      group.enter()
      rest.enter()
    }
    for (index, job) in graph.jobs.enumerated() {
      let body = bodies[index]
      let item = DispatchWorkItem {
        body.start {
          done[index].leave()
          rest.leave()
        }
      }
      let queue = queues[job.queue]
      switch job.after.count {
      case 0: queue.async(execute: item)
      case 1: done[job.after[0]].notify(queue: queue, work: item)
      default:
        let all = DispatchGroup()
        for other in job.after {
          all.enter()
          done[other].notify(queue: queue) { all.leave() }
        }
        all.notify(queue: queue, work: item)
      }
    }
    for queue in queues { queue.activate() }
    rest.wait()
  }

  private func runOperationQueue(_ graph: JobGraph, _ bodies: [Body]) {
    let queues = graph.queues.map { queue in
      let made = OperationQueue()
      made.maxConcurrentOperationCount = queue.width
      made.isSuspended = true
      return made
    }
    let operations = zip(graph.jobs, bodies).map { job, body -> Operation in
      let operation =
        body.wait == 0 ? BlockOperation { spin(body.spins) } : AsyncOperation { body.start($0) }
      operation.queuePriority = job.priority.queuePriority
      return operation
    }
    for (job, operation) in zip(graph.jobs, operations) {
      for other in job.after { operation.addDependency(operations[other]) }
    }
    for (job, operation) in zip(graph.jobs, operations) { queues[job.queue].addOperation(operation) }
    for queue in queues { queue.isSuspended = false }
    for queue in queues { queue.waitUntilAllOperationsAreFinished() }
    // A finished operation keeps its dependencies: freeing a long chain at once would overflow the stack.
    for (job, operation) in zip(graph.jobs, operations) {
      for other in job.after { operation.removeDependency(operations[other]) }
    }
  }

  private func runTasks(_ graph: JobGraph, _ bodies: [Body]) {
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
      // In the order of the prerequisites, so that each finds the tasks that it awaits.
      var tasks: [Int: Task<Void, Never>] = [:]
      for index in graph.order {
        let (body, others) = (bodies[index], graph.jobs[index].after.compactMap { tasks[$0] })
        tasks[index] = Task {
          for other in others { await other.value }
          await withCheckedContinuation { task in body.start { task.resume() } }
        }
      }
      for task in tasks.values { await task.value }
      ended.signal()
    }
    ended.wait()
  }
}

/// An operation that ends when its work says so.
private final class AsyncOperation: Operation, @unchecked Sendable {
  // Safe: the flags are touched under the lock only.
  private let lock = NSLock()
  private var (running, done) = (false, false)
  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(_ work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.work = work }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { running } }
  override var isFinished: Bool { lock.withLock { done } }

  override func start() {
    willChangeValue(for: \.isExecuting)
    lock.withLock { running = true }
    didChangeValue(for: \.isExecuting)
    work { [self] in
      willChangeValue(for: \.isExecuting)
      willChangeValue(for: \.isFinished)
      lock.withLock { (running, done) = (false, true) }
      didChangeValue(for: \.isExecuting)
      didChangeValue(for: \.isFinished)
    }
  }
}

extension Priority {
  fileprivate var queuePriority: Operation.QueuePriority {
    switch self {
    case .veryLow: .veryLow
    case .low: .low
    case .normal: .normal
    case .high: .high
    case .veryHigh: .veryHigh
    }
  }
}
