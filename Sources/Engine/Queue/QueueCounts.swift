/// A snapshot of the number of a queue's jobs in each state. The numbers add up to the number of jobs that
/// have been added.
public struct QueueCounts: Equatable, Sendable {
  public internal(set) var waiting = 0
  public internal(set) var ready = 0
  public internal(set) var running = 0
  public internal(set) var finished = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0

  public init() {}
  public var ended: Int { finished + failed + cancelled }
  public var added: Int { waiting + ready + running + ended }
  public var isIdle: Bool { waiting + ready + running == 0 }
}
