import Dispatch
@_spi(Engines) import Engine

/// The baseline, which runs everything on the reporting queue, one job after the other. This is how the first version of the
/// tutorial's table of photos stalls. It has no priorities.
package final class SerialEngine: EngineCore, JobEngine, @unchecked Sendable {
  // Safe: it adds no state.

  package init(reporting: Reporting, watcher: Watcher?) {
    super.init(reportQueue: SerialReportQueue(reporting), watcher: watcher)
  }

  package override func makeQueueCore(_ name: String, width: Int) -> QueueCore {
    SerialJobQueue(name, width: width, engine: self)
  }

  package override func makeJobCore(_ name: String, priority: Priority, body: JobBody) -> JobCore {
    SerialJob(name, priority: priority, body: body, engine: self)
  }
}
