import Base
import Transport

/// The settings of a table of photos.
public struct TableSettings: Sendable {
  /// The widths of the queues, and how photos are developed. Rules for existing files have no effect.
  public var plan = RunPlan.table
  public var transfers = TransportSettings()
  /// The maximum number of rows. If the list is longer, the rest of it isn't read.
  public var limit = 1_000_000
  /// Whether a scroll suspends all work, and a stop cancels the work for invisible rows. Otherwise, work for a row
  /// starts as soon as the row is visible, and always continues.
  public var suspendsAndCancels = true
  /// An artificial delay for every filter, in seconds, like a sample server's delay for downloads. Tables that share it
  /// are slowed down together, and it can be changed at any time.
  package var filterDelay = Locked(0.0)
  /// Called in each filter's job before the filter begins. Tests use it.
  var pause: @Sendable () -> Void = {}

  public init() {}
}
