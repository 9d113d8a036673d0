import Base
import Dispatch
import Engine
import Engines
import Gallery
import Measurement
import Workloads

/// Traces the engines of all pages. Each engine is a process in the trace.
final class GalleryTraces: @unchecked Sendable {
  // Safe: the properties never change. The timer isn't declared Sendable, but may be used from any thread.
  private let options: TraceOptions
  private let runs = Locked<[(engine: String, log: TraceLog)]>([])
  private let timer: any DispatchSourceTimer

  /// The interval between two samples of threads and memory.
  private static let interval = DispatchTimeInterval.milliseconds(20)

  /// Starts sampling. Returns nil if no trace was requested.
  /// - Throws: `OutputError`, if a file can't be written.
  init?(_ options: TraceOptions) throws {
    guard try options.makeLog() != nil else { return nil }
    self.options = options
    timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now(), repeating: Self.interval)
    timer.setEventHandler { [runs] in
      let (threads, memory) = (threadCount(), residentMemory())
      for run in runs.value { run.log.sample(threads: threads, memory: memory) }
    }
    timer.resume()
  }

  func watch(page: Int, _ table: String) -> (events: Watcher, jobs: JobsWatcher?) {
    let log = TraceLog.ofWorkload()
    let name = page == 1 ? table : "\(table), page \(page)"
    runs.withLock { $0.append((name, log)) }
    return (log.watcher, { log.photo($0, $1, jobs: $2) })
  }

  /// Stops sampling, and writes the traces.
  /// - Returns: The exit status.
  func write() -> Int32 {
    timer.cancel()
    return options.write(runs.value, status: ExitStatus.success)
  }
}
