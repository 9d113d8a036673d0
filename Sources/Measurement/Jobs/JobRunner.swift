import Base
import Engine
import Engines

/// A way to run jobs: an engine, a raw API, or a reference.
public enum JobRunner: String, CaseIterable, Sendable, Codable {
  /// A plain loop on one thread, which is the lower limit.
  case loop
  /// Raw Dispatch, with a work item and a group per job, and a concurrent queue per queue. It has no width.
  case dispatch
  /// Raw Dispatch behind a handwritten limit that corresponds to an engine's width.
  case dispatchLimited = "dispatch-limited"
  case gcd
  /// Raw OperationQueue, with an operation per job.
  case operationQueue = "operation-queue"
  case operation
  /// Swift tasks in a task group. Jobs with dependents are unstructured tasks. It has no width.
  case taskGroup = "task-group"
  /// The engine that uses Swift tasks.
  case tasks
  /// The `gcd` engine while all events are recorded, as with `--trace`.
  case gcdTraced = "gcd-traced"
  /// The `operation` engine while all events are recorded.
  case operationTraced = "operation-traced"

  /// The runners to compare by default.
  public static let usual: [JobRunner] = allCases.filter { $0.untraced == nil }

  /// The runners that can replay a graph. Raw Dispatch and task groups ignore widths and priorities.
  public static let graphRunners: [JobRunner] = [
    .gcd, .operation, .tasks, .dispatch, .operationQueue, .taskGroup,
  ]

  /// The runner of this engine without tracing, or nil for runners that aren't traced.
  public var untraced: JobRunner? {
    switch self {
    case .gcdTraced: .gcd
    case .operationTraced: .operation
    default: nil
    }
  }

  /// Runs a load. Blocks the calling thread.
  public func run(_ load: JobLoad) -> JobTiming { run(load.graph, JobBodies(load), load.adding) }

  /// Runs a load, and records when each body ran, and on which thread. Its timing must not be used as a measurement.
  /// Blocks the calling thread.
  /// - Parameter count: the number of bodies to draw, from the middle of the run.
  public func watch(_ load: JobLoad, count: Int) -> WorkerTimeline {
    let log = BodyLog()
    _ = run(load.graph, JobBodies(load, log: log), load.adding)
    return log.timeline(rawValue, count: count)
  }

  /// Replays a graph in the same way as a load. A job's running time keeps a core busy. Its waiting time takes no
  /// thread and is ended by a timer.
  /// - Returns: the figures from creating the first job to the end of the last one.
  public func run(_ graph: JobGraph, rate: SpinRate) -> [Figure: Double] {
    let bodies = JobBodies(graph, rate)
    let meter = RunMeter(
      queue: EngineName.gcd.makeEngine(reporting: .serial("meter"), watcher: nil).reportQueue)
    meter.start()
    _ = run(graph, bodies, .suspended)
    return meter.stop()
  }

  private func run(_ graph: JobGraph, _ bodies: JobBodies, _ adding: JobAdding) -> JobTiming {
    switch self {
    case .loop:
      timed {
      } drain: {
        for job in graph.jobs.indices { bodies.work(job) }
      }
    case .dispatch: runDispatch(graph, bodies, adding)
    case .dispatchLimited:
      runDispatch(graph, bodies, adding, limits: graph.queues.map { LimitedDispatch(width: $0.width) })
    case .operationQueue: runOperationQueue(graph, bodies, adding)
    case .taskGroup: runTaskGroup(graph, bodies)
    case .gcd: runEngine(.gcd, graph, bodies, adding)
    case .tasks: runEngine(.tasks, graph, bodies, adding)
    case .operation: runEngine(.operation, graph, bodies, adding)
    case .gcdTraced: runEngine(.gcd, graph, bodies, adding, log: TraceLog())
    case .operationTraced: runEngine(.operation, graph, bodies, adding, log: TraceLog())
    }
  }

  /// - Parameter cleanUp: called afterwards, and not timed.
  func timed(fill: () -> Void, drain: () -> Void, cleanUp: () -> Void = {}) -> JobTiming {
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
    _ name: EngineName, _ graph: JobGraph, _ bodies: JobBodies, _ adding: JobAdding, log: TraceLog? = nil
  ) -> JobTiming {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: log?.watcher)
    let queues = graph.queues.map { engine.makeQueue($0.name, width: $0.width) }
    if adding.isSuspended { for queue in queues { queue.suspend() } }
    var jobs: [AnyJob] = []
    jobs.reserveCapacity(graph.jobs.count)
    let batches = adding.batches(of: graph.jobs.count)
    return timed {
      for batch in batches {
        for index in batch.made {
          let job = graph.jobs[index]
          if bodies.waits(index) {
            jobs.append(
              engine.makeAsynchronousJob(job.name, priority: job.priority) {
                (_, completion: JobCompletion<Void>) in
                bodies.work(index)
                bodies.wait(index) { completion.finish() }
              })
          } else {
            jobs.append(engine.makeJob(job.name, priority: job.priority) { _ in bodies.work(index) })
          }
        }
        do {
          for index in batch.made {
            for other in graph.jobs[index].after { try jobs[index].addPrerequisite(jobs[other]) }
          }
          for index in batch.added { try queues[graph.jobs[index].queue].add(jobs[index]) }
        } catch { preconditionFailure("A graph has no cycle, and each job is added once: \(error)") }
      }
    } drain: {
      if adding.isSuspended { for queue in queues { queue.resume() } }
      for queue in queues { try? queue.waitUntilIdle() }
    }
  }
}
