/// The number of a queue's jobs in each state, as one snapshot. The numbers add up to the jobs that were added.
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
