import Dispatch
import Engine

/// The baseline: everything happens on the reporting queue, one job after the other, and whoever waits for that queue
/// waits for all of it. This is how the first version of a table with photos stalls. It has no priorities.
public final class SerialEngine: EngineCore, JobEngine, @unchecked Sendable {
  // Safe: it adds no state of its own.

  public init(reporting: Reporting, watcher: Watcher?) {
    super.init(reportQueue: SerialReportQueue(reporting), watcher: watcher)
  }

  public override func makeQueueCore(_ name: String, width: Int) -> QueueCore {
    SerialJobQueue(name, width: width, engine: self)
  }

  public override func makeJobCore(_ name: String, priority: Priority, body: JobBody) -> JobCore {
    SerialJob(name, priority: priority, body: body, engine: self)
  }
}
