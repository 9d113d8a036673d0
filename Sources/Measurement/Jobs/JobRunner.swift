import Base
import Dispatch
import Engine
import Engines
import Foundation

/// What can run a load of jobs: the engines, the raw APIs under them, and two yardsticks.
public enum JobRunner: String, CaseIterable, Sendable, Codable {
  /// The bare loop, on one thread: the floor.
  case loop
  /// Raw Dispatch: a work item and a group for each job on a concurrent queue, which has no width.
  case dispatch
  /// The same behind a limit written by hand, as an engine's width.
  case dispatchLimited = "dispatch-limited"
  case gcd
  /// Raw OperationQueue: a block operation for each job.
  case operationQueue = "operation-queue"
  case operation
  /// Swift's TaskGroup, which has no width either.
  case taskGroup = "task-group"
  /// The engine of Swift's tasks.
  case tasks
  /// The engines while all that happens in them is recorded, as for `--trace`.
  case gcdTraced = "gcd-traced"
  case operationTraced = "operation-traced"

  /// The runners that are compared by default.
  public static let usual: [JobRunner] = allCases.filter { $0.untraced == nil }

  /// The same engine without a trace; nil for what has none.
  public var untraced: JobRunner? {
    switch self {
    case .gcdTraced: .gcd
    case .operationTraced: .operation
    default: nil
    }
  }

  /// Runs a load: first all jobs are made and handed over, then they are let go. Blocks the calling thread.
  public func run(_ load: JobLoad) -> JobTiming { run(load) { load.work() } }

  /// - Parameter work: the body of each job.
  func run(_ load: JobLoad, work: @escaping @Sendable () -> Void) -> JobTiming {
    switch self {
    case .loop:
      timed {
      } drain: {
        for _ in 0..<load.count { work() }
      }
    case .dispatch: runDispatch(load, work)
    case .dispatchLimited:
      runDispatch(
        load, work,
        limits: (0..<(load.shape == .pairs ? 2 : 1)).map { _ in LimitedDispatch(width: load.width) })
    case .operationQueue: runOperationQueue(load, work)
    case .taskGroup: runTaskGroup(load, work)
    case .gcd: runEngine(.gcd, load, work)
    case .tasks: runEngine(.tasks, load, work)
    case .operation: runEngine(.operation, load, work)
    case .gcdTraced: runEngine(.gcd, load, work, log: TraceLog())
    case .operationTraced: runEngine(.operation, load, work, log: TraceLog())
    }
  }

  /// - Parameter cleanUp: runs afterwards, and is not timed.
  private func timed(fill: () -> Void, drain: () -> Void, cleanUp: () -> Void = {}) -> JobTiming {
    let memory = residentMemory()
    let start = monotonicNanoseconds()
    fill()
    let filled = monotonicNanoseconds()
    let taken = residentMemory() - memory
    let go = monotonicNanoseconds()
    drain()
    let drained = monotonicNanoseconds()
    cleanUp()
    return JobTiming(fill: filled - start, drain: drained - go, memory: max(0, taken))
  }

  private func runEngine(
    _ name: EngineName, _ load: JobLoad, _ work: @escaping @Sendable () -> Void, log: TraceLog? = nil
  ) -> JobTiming {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: log?.watcher)
    let queues = (0..<(load.shape == .pairs ? 2 : 1)).map {
      engine.makeQueue("queue \($0)", width: load.width)
    }
    for queue in queues { queue.suspend() }
    var jobs: [AnyJob] = []
    jobs.reserveCapacity(load.count)
    return timed {
      for _ in 0..<load.count { jobs.append(engine.makeJob("job") { _ in work() }) }
      do {
        for edge in load.edges { try jobs[edge.dependent].addPrerequisite(jobs[edge.prerequisite]) }
        for (index, job) in jobs.enumerated() { try queues[index % queues.count].add(job) }
      } catch { preconditionFailure("\(error)") }
    } drain: {
      for queue in queues { queue.resume() }
      for queue in queues { try? queue.waitUntilIdle() }
    }
  }

  private func runDispatch(
    _ load: JobLoad, _ work: @escaping @Sendable () -> Void, limits: [LimitedDispatch] = []
  ) -> JobTiming {
    let queue = DispatchQueue(label: "queue", attributes: [.concurrent, .initiallyInactive])
    var groups: [DispatchGroup] = []
    groups.reserveCapacity(load.count)
    // One wait for all: a thread that waits for each in turn is woken again and again, and takes time from the items.
    let rest = DispatchGroup()
    let incoming = Dictionary(grouping: load.edges, by: \.dependent)
    return timed {
      for _ in 0..<load.count {
        let group = DispatchGroup()
        group.enter()
        groups.append(group)
      }
      for index in 0..<load.count {
        let group = groups[index]
        let limited = limits.isEmpty ? nil : limits[index % limits.count]
        let item = DispatchWorkItem {
          work()
          group.leave()
          rest.leave()
          limited?.itemHasEnded()
        }
        rest.enter()
        // A notice that adds the item to those behind the limit, or is the item.
        let notice = limited.map { limited in DispatchWorkItem { limited.add(item) } } ?? item
        switch incoming[index] {
        case nil: limited.map { $0.add(item) } ?? queue.async(execute: item)
        case .some(let edges) where edges.count == 1:
          groups[edges[0].prerequisite].notify(queue: queue, work: notice)
        case .some(let edges):
          // A group has no list of others to wait for: one more counts them.
          let all = DispatchGroup()
          for edge in edges {
            all.enter()
            groups[edge.prerequisite].notify(queue: queue) { all.leave() }
          }
          all.notify(queue: queue, work: notice)
        }
      }
    } drain: {
      queue.activate()
      for limited in limits { limited.activate() }
      rest.wait()
    }
  }

  private func runOperationQueue(_ load: JobLoad, _ work: @escaping @Sendable () -> Void) -> JobTiming {
    let queues = (0..<(load.shape == .pairs ? 2 : 1)).map { _ in OperationQueue() }
    for queue in queues {
      queue.maxConcurrentOperationCount = load.width
      queue.isSuspended = true
    }
    var operations: [Operation] = []
    operations.reserveCapacity(load.count)
    return timed {
      for _ in 0..<load.count { operations.append(BlockOperation { work() }) }
      for edge in load.edges { operations[edge.dependent].addDependency(operations[edge.prerequisite]) }
      for (index, operation) in operations.enumerated() {
        queues[index % queues.count].addOperation(operation)
      }
    } drain: {
      for queue in queues { queue.isSuspended = false }
      // The last one first, as corelibs' wait for a queue wakes for each of its operations in turn.
      operations.last?.waitUntilFinished()
      for queue in queues { queue.waitUntilAllOperationsAreFinished() }
    } cleanUp: {
      // A finished operation keeps its dependencies: freeing a long chain at once would overflow the stack.
      for edge in load.edges {
        operations[edge.dependent].removeDependency(operations[edge.prerequisite])
      }
    }
  }

  private func runTaskGroup(_ load: JobLoad, _ work: @escaping @Sendable () -> Void) -> JobTiming {
    timed {
    } drain: {
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        switch load.shape {
        case .independent:
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<load.count { group.addTask { work() } }
          }
        case .chain:
          for _ in 0..<load.count { await Task { work() }.value }
        case .fan:
          await Task { work() }.value
          await withTaskGroup(of: Void.self) { group in
            for _ in 1..<max(1, load.count - 1) { group.addTask { work() } }
          }
          await Task { work() }.value
        case .pairs:
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<(load.count / 2) {
              group.addTask {
                work()
                await Task { work() }.value
              }
            }
          }
        }
        done.signal()
      }
      done.wait()
    }
  }
}
