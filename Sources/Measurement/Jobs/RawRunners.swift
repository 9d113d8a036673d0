import Base
import Dispatch
import Engine
import Foundation

extension JobRunner {
  func runDispatch(
    _ graph: JobGraph, _ bodies: JobBodies, _ adding: JobAdding, limits: [LimitedDispatch] = []
  ) -> JobTiming {
    let queues = graph.queues.map {
      DispatchQueue(label: $0.name, attributes: [.concurrent, .initiallyInactive])
    }
    var groups: [DispatchGroup] = []
    groups.reserveCapacity(graph.jobs.count)
    // One wait for all: a thread that waits for each in turn is woken again and again, and takes time from the items.
    let rest = DispatchGroup()
    func letRun() {
      for queue in queues { queue.activate() }
      for limit in limits { limit.activate() }
    }
    if !adding.isSuspended { letRun() }
    let batches = adding.batches(of: graph.jobs.count)
    return timed {
      for batch in batches {
        for _ in batch.made {
          let group = DispatchGroup()
          group.enter()
          groups.append(group)
        }
        for index in batch.added { add(index) }
      }
    } drain: {
      if adding.isSuspended { letRun() }
      rest.wait()
    }

    func add(_ index: Int) {
      let job = graph.jobs[index]
      let group = groups[index]
      let limit = limits.isEmpty ? nil : limits[job.queue]
      @Sendable func end() {
        group.leave()
        rest.leave()
        limit?.itemHasEnded()
      }
      let item = DispatchWorkItem {
        bodies.work(index)
        if bodies.waits(index) { bodies.wait(index) { end() } } else { end() }
      }
      rest.enter()
      let queue = queues[job.queue]
      // A notice that adds the item to those behind the limit, or is the item.
      let notice = limit.map { limit in DispatchWorkItem { limit.add(item) } } ?? item
      switch job.after.count {
      case 0: limit.map { $0.add(item) } ?? queue.async(execute: item)
      case 1: groups[job.after[0]].notify(queue: queue, work: notice)
      default:
        // A group has no list of others to wait for: one more counts them.
        let all = DispatchGroup()
        for other in job.after {
          all.enter()
          groups[other].notify(queue: queue) { all.leave() }
        }
        all.notify(queue: queue, work: notice)
      }
    }
  }

  func runOperationQueue(_ graph: JobGraph, _ bodies: JobBodies, _ adding: JobAdding) -> JobTiming {
    let queues = graph.queues.map { queue in
      let made = OperationQueue()
      made.maxConcurrentOperationCount = queue.width
      made.isSuspended = adding.isSuspended
      return made
    }
    var operations: [Operation] = []
    operations.reserveCapacity(graph.jobs.count)
    let batches = adding.batches(of: graph.jobs.count)
    return timed {
      for batch in batches {
        for index in batch.made {
          let operation =
            bodies.waits(index) ? WaitingOperation(index, bodies) : BlockOperation { bodies.work(index) }
          let priority = graph.jobs[index].priority
          if priority != .normal { operation.queuePriority = priority.queuePriority }
          operations.append(operation)
        }
        for index in batch.made {
          for other in graph.jobs[index].after { operations[index].addDependency(operations[other]) }
        }
        for index in batch.added { queues[graph.jobs[index].queue].addOperation(operations[index]) }
      }
    } drain: {
      if adding.isSuspended { for queue in queues { queue.isSuspended = false } }
      // The last one first, as corelibs' wait for a queue wakes for each of its operations in turn.
      operations.last?.waitUntilFinished()
      for queue in queues { queue.waitUntilAllOperationsAreFinished() }
    } cleanUp: {
      // A finished operation keeps its dependencies: freeing a long chain at once would overflow the stack.
      for (index, job) in graph.jobs.enumerated() {
        for other in job.after { operations[index].removeDependency(operations[other]) }
      }
    }
  }

  func runTaskGroup(_ graph: JobGraph, _ bodies: JobBodies) -> JobTiming {
    // In the order of the prerequisites, so that each finds the tasks that it awaits.
    let order = graph.order
    var isAwaited = Array(repeating: false, count: graph.jobs.count)
    for job in graph.jobs { for other in job.after { isAwaited[other] = true } }
    return timed {
    } drain: {
      let done = DispatchSemaphore(value: 0)
      Task.detached { [isAwaited] in
        await withTaskGroup(of: Void.self) { group in
          var tasks: [Int: Task<Void, Never>] = [:]
          for index in order {
            let others = graph.jobs[index].after.compactMap { tasks[$0] }
            // The usual form where nothing is awaited, so that only the cost of the group is measured.
            if others.isEmpty, !isAwaited[index], !bodies.waits(index) {
              group.addTask { bodies.work(index) }
              continue
            }
            @Sendable func run() async {
              for other in others { await other.value }
              bodies.work(index)
              guard bodies.waits(index) else { return }
              await withCheckedContinuation { task in bodies.wait(index) { task.resume() } }
            }
            // A task of the group has no handle that another could await.
            if isAwaited[index] {
              tasks[index] = Task { await run() }
            } else {
              group.addTask { await run() }
            }
          }
        }
        done.signal()
      }
      done.wait()
    }
  }
}

/// A limit on raw Dispatch as it is written by hand: items wait in an array, and each that ends starts the next.
final class LimitedDispatch: @unchecked Sendable {
  // Safe: what can change is touched under the lock only.
  private let lock = Lock()
  private let queue = DispatchQueue(label: "queue", attributes: .concurrent)
  private let width: Int
  private var waiting: [DispatchWorkItem?] = []
  /// The number of these that were started.
  private var started = 0
  private var free = 0

  /// Starts nothing before `activate`.
  init(width: Int) { self.width = width }

  /// - Parameter item: has to call `itemHasEnded` last.
  func add(_ item: DispatchWorkItem) {
    lock.withLock { waiting.append(item) }
    startNext()
  }

  func itemHasEnded() {
    lock.withLock { free += 1 }
    startNext()
  }

  func activate() {
    lock.withLock { free = width }
    for _ in 0..<width { startNext() }
  }

  private func startNext() {
    let next = lock.withLock { () -> DispatchWorkItem? in
      guard free > 0, started < waiting.count else { return nil }
      free -= 1
      started += 1
      // An item holds what it ends in, which is this.
      return waiting[started - 1].take()
    }
    if let next { queue.async(execute: next) }
  }
}

/// An operation that ends when its job has waited.
private final class WaitingOperation: Operation, @unchecked Sendable {
  // Safe: the flags are touched under the lock only.
  private let lock = NSLock()
  private var (running, done) = (false, false)
  private let job: Int
  private let bodies: JobBodies

  init(_ job: Int, _ bodies: JobBodies) { (self.job, self.bodies) = (job, bodies) }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { running } }
  override var isFinished: Bool { lock.withLock { done } }

  override func start() {
    willChangeValue(for: \.isExecuting)
    lock.withLock { running = true }
    didChangeValue(for: \.isExecuting)
    bodies.work(job)
    bodies.wait(job) { [self] in
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
