import Base
import Engine
import Engines

/// A way to run jobs: an engine, a raw API, or a reference. Records contain raw values.
public enum JobRunner: Hashable, Sendable, Codable {
  /// A plain loop on one thread, which is the lower limit.
  case loop
  /// Raw Dispatch, with a work item and a group per job, and a concurrent queue per queue. This runner has no width.
  case dispatch
  /// Raw Dispatch behind a handwritten limit that corresponds to an engine's width.
  case dispatchLimited
  /// Raw OperationQueue, with one operation per job.
  case operationQueue
  /// Swift tasks in a task group. Jobs with dependents are unstructured tasks. This runner has no width.
  case taskGroup
  case engine(EngineName)
  /// An engine while all events are recorded, as with `--trace`.
  case traced(EngineName)

  public static let gcd = JobRunner.engine(.gcd)
  public static let operation = JobRunner.engine(.operation)
  public static let tasks = JobRunner.engine(.tasks)

  private static let apis: [JobRunner] = [.dispatch, .dispatchLimited, .operationQueue, .taskGroup]

  /// The runners to compare by default. Each engine comes after the raw APIs that it's built on.
  public static let usual: [JobRunner] =
    [.loop] + EngineName.parallel.flatMap { name in apis.filter { $0.engine == name } + [.engine(name)] }

  /// The runners that can replay a graph. Raw Dispatch and task groups ignore widths and priorities.
  public static let graphRunners: [JobRunner] =
    EngineName.parallel.map(JobRunner.engine) + apis.filter { $0 != .dispatchLimited }

  /// The engine that this runner is, or the one that is built on this raw API. The loop counts as `serial`.
  var engine: EngineName {
    switch self {
    case .engine(let name), .traced(let name): name
    case .dispatch, .dispatchLimited: .gcd
    case .operationQueue: .operation
    case .taskGroup: .tasks
    case .loop: .serial
    }
  }

  /// The runner of this engine without tracing, or nil for runners that aren't traced.
  public var untraced: JobRunner? {
    if case .traced(let name) = self { .engine(name) } else { nil }
  }
}

/// The names that a user types.
extension JobRunner: CaseIterable, RawRepresentable {
  public static let allCases = usual + EngineName.parallel.map(traced)

  public init?(rawValue: String) {
    guard let runner = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = runner
  }

  public var rawValue: String {
    switch self {
    case .loop: "loop"
    case .dispatch: "dispatch"
    case .dispatchLimited: "dispatch-limited"
    case .operationQueue: "operation-queue"
    case .taskGroup: "task-group"
    case .engine(let name): name.rawValue
    case .traced(let name): "\(name.rawValue)-traced"
    }
  }
}

extension JobRunner {
  /// Runs a load. Blocks the calling thread.
  public func run(_ load: JobLoad, rate: SpinRate = SpinRate()) -> [Figure: Double] {
    let graph = load.graph
    let timing = run(graph, JobBodies(graph, rate), load.adding)
    return load.figures(self, time: Double(timing.time), memory: Double(timing.memory))
  }

  /// Runs a load, and records when each body ran, and on which thread. Its timing must not be used as a measurement.
  /// Blocks the calling thread.
  /// - Parameter count: The number of bodies to draw, from the middle of the run.
  public func watch(_ load: JobLoad, rate: SpinRate, count: Int) -> WorkerTimeline {
    let (log, graph) = (BodyLog(), load.graph)
    _ = run(graph, JobBodies(graph, rate, log: log), load.adding)
    return log.timeline(rawValue, count: count)
  }

  /// Replays a graph in the same way as a load. A job's running time keeps a core busy. Its waiting time takes no
  /// thread and is ended by a timer.
  /// - Returns: The figures from creating the first job to the end of the last one.
  public func run(_ graph: JobGraph, rate: SpinRate) -> [Figure: Double] {
    let bodies = JobBodies(graph, rate)
    let meter = RunMeter(
      queue: EngineName.gcd.makeEngine(reporting: .serial("meter"), watcher: nil).reportQueue)
    meter.start()
    _ = run(graph, bodies, JobAdding())
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
    case .engine(let name): runEngine(name, graph, bodies, adding)
    case .traced(let name): runEngine(name, graph, bodies, adding, log: TraceLog())
    }
  }

  /// - Parameter cleanUp: Called afterwards. It isn't timed.
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
    return (filled - start + drained - go, max(0, taken))
  }

  private func runEngine(
    _ name: EngineName, _ graph: JobGraph, _ bodies: JobBodies, _ adding: JobAdding, log: TraceLog? = nil
  ) -> JobTiming {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: log?.watcher)
    let queues = graph.queues.map { engine.makeQueue($0.name, width: $0.width) }
    if adding.isSuspended { for queue in queues { queue.suspend() } }
    let batches = adding.batches(of: graph.jobs.count)
    var jobs = BatchObjects<AnyJob>(batches)
    return timed {
      for batch in batches {
        jobs.begin(batch)
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
