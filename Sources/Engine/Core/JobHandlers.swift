/// The handlers that have been set on one job. The object is created with the first handler, because a million jobs
/// without handlers may be waiting. It is accessed under the engine's lock only.
package final class JobHandlers {
  var started: [@Sendable () -> Void] = []
  package internal(set) var ended: [(number: UInt64, handler: @Sendable (JobEnd) -> Void)] = []
  var cancellation = Cancellation()
}
