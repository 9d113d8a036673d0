#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One thing that happened in an engine.
public struct TraceEvent: Sendable {
  public enum Kind: Sendable {
    /// The job is on a queue, and waits for prerequisites.
    case waiting
    case ready
    /// Picked; on the thread that runs its body.
    case running
    /// The body has given its thread back, and will end later.
    case returned
    case ended(JobEnd)
    /// A running job was told to stop.
    case cancelRequested
    /// The job now depends on the job with this number.
    case prerequisite(JobID)
    /// The whole queue; `job` is 0 and `jobName` empty.
    case suspended, resumed
  }

  public let kind: Kind
  public let job: JobID
  public let jobName: String
  /// Empty while the job is on none.
  public let queueName: String
  /// The thread on which it happened: see `currentThreadNumber()`.
  public let thread: UInt64
  /// Nanoseconds on a monotonic clock.
  public let time: UInt64
}

/// A job's number: unique in its engine, counted from 1 in order of making.
public typealias JobID = UInt64

/// Is told of every event, under the engine's lock: in the one order in which they happened, but it must be
/// quick and must not call the engine.
public typealias Watcher = @Sendable (TraceEvent) -> Void

/// Nanoseconds on the monotonic clock that traces use.
public func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

/// A number for the calling thread that no other living thread has.
public func currentThreadNumber() -> UInt64 {
  #if canImport(Darwin)
    var number: UInt64 = 0
    pthread_threadid_np(nil, &number)
    return number
  #else
    return UInt64(pthread_self())
  #endif
}
