import Engine

/// All that happens in a run, as it happens, kept in memory until it is written to a file.
public final class TraceLog: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  private let lock = Lock()
  private var events: [TraceEvent] = []
  private var changes: [PhotoChange] = []
  private var samples: [Sample] = []

  /// A photo is in another state.
  public struct PhotoChange: Sendable {
    public let photo: Int
    public let name: String
    /// In one word; nil when nothing more will happen to it.
    public let state: String?
    public let isCancelled: Bool
    /// Nanoseconds on the clock of `TraceEvent.time`.
    public let time: UInt64
  }

  /// What the process had at one time.
  public struct Sample: Sendable {
    public let threads: Int
    /// In bytes.
    public let memory: Int
    public let time: UInt64
  }

  public init() {}

  /// To be given to an engine.
  public var watcher: Watcher {
    { [self] event in lock.withLock { events.append(event) } }
  }

  public func photo(_ number: Int, _ name: String, is state: String?, isCancelled: Bool = false) {
    let change = PhotoChange(
      photo: number, name: name, state: state, isCancelled: isCancelled, time: monotonicNanoseconds())
    lock.withLock { changes.append(change) }
  }

  public func sample(threads: Int, memory: Int) {
    let sample = Sample(threads: threads, memory: memory, time: monotonicNanoseconds())
    lock.withLock { samples.append(sample) }
  }

  /// What has been recorded so far.
  public var recorded: (events: [TraceEvent], photos: [PhotoChange], samples: [Sample]) {
    lock.withLock { (events, changes, samples) }
  }
}
