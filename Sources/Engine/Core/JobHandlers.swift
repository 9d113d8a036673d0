/// The handlers that were set on one job. Created with the first handler, because a million jobs without one may be waiting.
/// Accessed under the engine's lock only.
package final class JobHandlers {
  var started: [@Sendable () -> Void] = []
  package internal(set) var ended: [(number: UInt64, handler: @Sendable (JobEnd) -> Void)] = []
  var cancellation = Cancellation()
}
