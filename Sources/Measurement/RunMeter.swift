import Base
import Engine
import Foundation

/// Measures a run from `start()` to `stop()`, with a heartbeat: a thread of its own asks the main queue every few
/// milliseconds to answer, and counts the threads as it does so.
public final class RunMeter: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`.
  private let lock = NSCondition()
  private let queue: any ReportQueue
  private let log: TraceLog?
  /// Figures that do not apply to the run are missing.
  private var figures: [Figure: Double] = [.peakThreads: 0, .longestStall: 0]
  private var isRunning = false
  private var began: UInt64 = 0
  private var before = processUsage()
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
      before = processUsage()
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
      figures[.firstShown] = figures[.firstShown] ?? time
      figures[.allShown] = time
    }
  }

  /// A photo was filtered.
  public func filtered() {
    lock.withLock { figures[.allFiltered] = seconds(since: began) }
  }

  /// The run was cancelled. May be called from any thread; the first call counts.
  public func cancelled() {
    lock.withLock { cancelledAt = cancelledAt ?? monotonicNanoseconds() }
  }

  /// Ends the run; what is returned no longer changes.
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

  /// Counts the time that the last beat took to be answered, or has waited for that. Called under the lock.
  private func noteAnswer() {
    guard let asked = askedAt.take() else { return }
    figures[.longestStall] = max(figures[.longestStall] ?? 0, seconds(since: asked))
  }

  private func seconds(since start: UInt64) -> Double { Double(monotonicNanoseconds() - start) / 1e9 }
}
