import Base
import Engine
import Foundation

/// What a run took.
public struct RunFigures: Sendable, Codable {
  /// Seconds from start to end.
  public var wall = 0.0
  /// Seconds of processor time, by the program itself and by the system for it.
  public var userCPU = 0.0
  public var systemCPU = 0.0
  /// In bytes; the whole process, since it was started.
  public var peakMemory = 0
  public var peakThreads = 0
  public var voluntarySwitches = 0
  public var involuntarySwitches = 0
  /// Seconds from start until the first photo was shown, and until the last was; nil if none was.
  public var firstShown: Double?
  public var allShown: Double?
  /// Seconds from start until the last photo was filtered; nil if none was.
  public var allFiltered: Double?
  /// Seconds from the first cancel until the end; nil if nothing was cancelled.
  public var cancelToIdle: Double?
  /// Seconds for which the main queue did not answer, at the worst.
  public var longestStall = 0.0
}

/// Measures a run from `start()` to `stop()`, with a heartbeat: a thread of its own asks the main queue every few
/// milliseconds to answer, and counts the threads on the way.
public final class RunMeter: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`.
  private let lock = NSCondition()
  private let queue: any ReportQueue
  private let log: TraceLog?
  private var figures = RunFigures()
  private var isRunning = false
  private var began: UInt64 = 0
  private var before = ProcessUsage.now()
  private var cancelledAt: UInt64?
  /// When the unanswered beat was sent; nil if there is none.
  private var askedAt: UInt64?

  /// Seconds between beats: stalls that are shorter can go unseen.
  public static let interval = 0.005

  /// - Parameter log: receives threads and memory at every beat.
  public init(queue: any ReportQueue, log: TraceLog? = nil) {
    self.queue = queue
    self.log = log
  }

  public func start() {
    lock.withLock {
      began = monotonicNanoseconds()
      before = .now()
      isRunning = true
    }
    let thread = Thread { [self] in beat() }
    thread.name = "heartbeat"
    thread.start()
  }

  /// A photo was shown for the first time.
  public func shown() {
    lock.withLock {
      let time = seconds(since: began)
      figures.firstShown = figures.firstShown ?? time
      figures.allShown = time
    }
  }

  /// A photo was filtered.
  public func filtered() {
    lock.withLock { figures.allFiltered = seconds(since: began) }
  }

  /// The run was cancelled. May be called from any thread; the first call counts.
  public func cancelled() {
    lock.withLock { cancelledAt = cancelledAt ?? monotonicNanoseconds() }
  }

  /// Ends the run; what is returned no longer changes.
  public func stop() -> RunFigures {
    lock.withLock {
      isRunning = false
      lock.signal()
      let usage = ProcessUsage.now()
      figures.wall = seconds(since: began)
      figures.userCPU = usage.userCPU - before.userCPU
      figures.systemCPU = usage.systemCPU - before.systemCPU
      figures.peakMemory = usage.peakMemory
      figures.voluntarySwitches = usage.voluntarySwitches - before.voluntarySwitches
      figures.involuntarySwitches = usage.involuntarySwitches - before.involuntarySwitches
      figures.cancelToIdle = cancelledAt.map(seconds(since:))
      if let askedAt { figures.longestStall = max(figures.longestStall, seconds(since: askedAt)) }
      return figures
    }
  }

  private func beat() {
    lock.lock()
    while isRunning {
      let threads = threadCount()
      figures.peakThreads = max(figures.peakThreads, threads)
      log?.sample(threads: threads, memory: residentMemory())
      if askedAt == nil {
        askedAt = monotonicNanoseconds()
        queue.async { [self] in answer() }
      }
      _ = lock.wait(until: Date(timeIntervalSinceNow: Self.interval))
    }
    lock.unlock()
  }

  private func answer() {
    lock.withLock {
      guard isRunning, let asked = askedAt else { return }
      figures.longestStall = max(figures.longestStall, seconds(since: asked))
      askedAt = nil
    }
  }

  private func seconds(since start: UInt64) -> Double { Double(monotonicNanoseconds() - start) / 1e9 }
}
