import Dispatch
import Engine

/// The baseline: everything happens on the reporting queue, one job after the other, and whoever waits for that queue
/// waits for all of it. This is how the first version of a table with photos stalls.
public final class SerialEngine: EngineCore, Engine, @unchecked Sendable {
  // Safe: it adds no state of its own.

  public init(reporting: Reporting, watcher: Watcher?) {
    super.init(reportQueue: SerialReportQueue(reporting), watcher: watcher)
  }

  public func makeQueue(_ name: String, width: Int) -> JobQueue {
    JobQueue(SerialQueue(name, width: width, engine: self))
  }

  public func makeJob(_ name: String, priority: Priority, body: Body) -> Job {
    Job(SerialJob(name, priority: priority, body: body, engine: self))
  }

  public override func block(until register: (_ done: @escaping @Sendable () -> Void) -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    register { semaphore.signal() }
    semaphore.wait()
  }
}
