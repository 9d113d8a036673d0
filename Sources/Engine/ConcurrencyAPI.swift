/// An API that runs jobs. Each engine is a ``JobEngine`` with a value of one of these types: `GCD`, `Operations`,
/// `SwiftTasks` or `Serial`.
///
/// Everything that the engines share is in this module. Everything that differs is behind this protocol: subclasses
/// of `QueueCore` and `JobCore`, and a `ReportQueue`.
package protocol ConcurrencyAPI: Sendable {
  /// The serial queue on which the starts and ends of jobs are reported.
  var reportQueue: any ReportQueue { get }
  /// The names of the counts, divided into the calls of the API and the work of our own code.
  var counted: APICalls.Names { get }

  /// Creates a queue that passes ready jobs to the API, at most `width` at a time.
  func makeQueue(_ name: String, width: Int, engine: EngineCore) -> QueueCore

  /// Creates a job that the API runs. The job isn't on a queue yet.
  func makeJob(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) -> JobCore

  /// Blocks the calling thread until the closure that is passed to `register` has been called.
  /// - Returns: Whether it was called within `limit`.
  func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool
}
