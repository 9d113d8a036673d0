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
    let batches = adding.batches(of: graph.jobs.count)
    var groups = BatchObjects<DispatchGroup>(batches)
    // There is a single wait for all items. A thread that waited for one item after another would wake repeatedly and
    // take time from the items.
    let rest = DispatchGroup()
    func letRun() {
      for queue in queues { queue.activate() }
      for limit in limits { limit.activate() }
    }
    if !adding.isSuspended { letRun() }
    return timed {
      for batch in batches {
        groups.begin(batch)
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
      // The notification adds the item to the limit. Without a limit, the item itself is the notification.
      let notice = limit.map { limit in DispatchWorkItem { limit.add(item) } } ?? item
      switch job.after.count {
      case 0: limit.map { $0.add(item) } ?? queue.async(execute: item)
      case 1: groups[job.after[0]].notify(queue: queue, work: notice)
      default:
        // A group can't wait for several other groups, so an additional group counts them.
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
    let batches = adding.batches(of: graph.jobs.count)
    var operations = BatchObjects<Operation>(batches)
    return timed {
      for batch in batches {
        operations.begin(batch)
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
      // The last one is awaited first, because corelibs' wait for a queue wakes for each of its operations.
      operations.last?.waitUntilFinished()
      for queue in queues { queue.waitUntilAllOperationsAreFinished() }
    } cleanUp: {
      // A finished operation retains its dependencies, and releasing a long chain recursively would overflow the stack.
      for index in operations.jobs {
        for other in graph.jobs[index].after { operations[index].removeDependency(operations[other]) }
      }
    }
  }

  func runTaskGroup(_ graph: JobGraph, _ bodies: JobBodies) -> JobTiming {
    // Prerequisites come first, so that each task finds the tasks that it awaits.
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
            // Without dependencies, the usual form is used, so that only the cost of the group is measured.
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
            // Child tasks of a group have no handle that another task could await.
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

/// A handwritten limit for raw Dispatch. Items wait in an array, and each item that ends starts the next one.
final class LimitedDispatch: @unchecked Sendable {
  // Sendable: mutable state is protected by the lock.
  private let lock = Lock()
  private let queue = DispatchQueue(label: "queue", attributes: .concurrent)
  private let width: Int
  private var waiting: [DispatchWorkItem?] = []
  /// The number of items in `waiting` that have been started.
  private var started = 0
  private var free = 0

  /// Creates a limit that starts no items before `activate` is called.
  init(width: Int) { self.width = width }

  /// - Parameter item: A work item that calls `itemHasEnded` last.
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
      // The item retains this object, so it is removed from the array to avoid a retain cycle.
      return waiting[started - 1].take()
    }
    if let next { queue.async(execute: next) }
  }
}

/// An operation that ends once its job has waited.
private final class WaitingOperation: Operation, @unchecked Sendable {
  // Sendable: the flags are protected by the lock.
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
