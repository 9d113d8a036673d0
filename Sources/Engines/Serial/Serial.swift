@_spi(Engines) import Engine

/// The baseline, which runs everything on the reporting queue, one job after another. The first version of the
/// tutorial's table of photos stalls in the same way. This engine has no priorities.
package struct Serial: ConcurrencyAPI {
  package let reportQueue: any ReportQueue
  package let counted = APICalls.Names(
    "main queue", unit: "turn", dependencies: "prerequisites counted", [.submission],
    own: [.dependency, .suspension])

  /// - Parameter reportQueue: The queue on which everything happens.
  package init(reportQueue: any ReportQueue) { self.reportQueue = reportQueue }

  package func makeQueue(_ name: String, width: Int, engine: EngineCore) -> QueueCore {
    SerialJobQueue(name, width: width, engine: engine)
  }

  package func makeJob(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) -> JobCore {
    SerialJob(name, priority: priority, body: body, engine: engine)
  }

  package func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool { Latch.block(upTo: limit, until: register) }
}
