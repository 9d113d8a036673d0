/// The handlers that were set on one job. Made with the first, as a million jobs without any may wait. Touched under the
/// engine's lock only.
package final class JobHandlers {
  var started: [@Sendable () -> Void] = []
  package internal(set) var ended: [(number: UInt64, handler: @Sendable (JobEnd) -> Void)] = []
  var cancellation = Cancellation()
}
