import Base
import Engine
import Foundation

/// Measures a run from `start()` to `stop()` with a heartbeat. Every few milliseconds, a separate thread asks the
/// main queue to respond, and counts the process's threads.
public final class RunMeter: @unchecked Sendable {
  // Sendable: mutable state is protected by `lock`.
  private let lock = NSCondition()
  private let queue: any ReportQueue
  private let log: TraceLog?
  /// The figures so far. Those that don't apply to the run are missing.
  private var figures: [Figure: Double] = [.peakThreads: 0, .longestStall: 0]
  private var isRunning = false
  private var began: UInt64 = 0
  private var before = processUsage()
  private var cancelledAt: UInt64?
  /// The time at which the main queue was asked to respond, or nil if it has responded.
  private var askedAt: UInt64?

  /// The interval between beats, in seconds. Shorter stalls may go unnoticed.
  public static let interval = 0.005

  /// - Parameter log: Receives the number of threads and the memory at every beat.
  public init(queue: any ReportQueue, log: TraceLog? = nil) {
    self.queue = queue
    self.log = log
  }

  public func start() {
    lock.withLock {
      began = monotonicNanoseconds()
      before = processUsage()
      isRunning = true
    }
    let thread = Thread { [self] in beat() }
    thread.name = "heartbeat"
    thread.start()
  }

  /// Records that a photo was shown. The first and the latest call are used.
  public func shown() {
    lock.withLock {
      let time = seconds(since: began)
      figures[.firstShown] = figures[.firstShown] ?? time
      figures[.allShown] = time
    }
  }

  /// Records that a photo was filtered.
  public func filtered() {
    lock.withLock { figures[.allFiltered] = seconds(since: began) }
  }

  /// Records that the run was cancelled. It can be called on any thread. Only the first call counts.
  public func cancelled() {
    lock.withLock { cancelledAt = cancelledAt ?? monotonicNanoseconds() }
  }

  /// Ends the run and returns its figures, which no longer change.
  public func stop() -> [Figure: Double] {
    lock.withLock {
      isRunning = false
      lock.signal()
      figures[.wall] = seconds(since: began)
      for (figure, value) in processUsage() { figures[figure] = value - (before[figure] ?? 0) }
      figures[.peakMemory] = Double(peakMemory())
      figures[.cancelToIdle] = cancelledAt.map(seconds(since:))
      noteAnswer()
      return figures
    }
  }

  private func beat() {
    lock.lock()
    while isRunning {
      let threads = threadCount()
      figures[.peakThreads] = max(figures[.peakThreads] ?? 0, Double(threads))
      log?.sample(threads: threads, memory: residentMemory())
      if askedAt == nil {
        askedAt = monotonicNanoseconds()
        queue.async { [self] in answer() }
      }
      _ = lock.wait(until: Date(timeIntervalSinceNow: Self.interval))
    }
    lock.unlock()
  }

  private func answer() { lock.withLock { if isRunning { noteAnswer() } } }

  /// Updates the longest stall. The stall is the response time of the last beat, or, if there is no response yet, the
  /// time since that beat. Call this while holding the lock.
  private func noteAnswer() {
    guard let asked = askedAt.take() else { return }
    figures[.longestStall] = max(figures[.longestStall] ?? 0, seconds(since: asked))
  }

  private func seconds(since start: UInt64) -> Double { Double(monotonicNanoseconds() - start) / 1e9 }
}
