import Base
import Dispatch
import Engine
import Engines
import Gallery
import Measurement
import Workloads

/// Records the engines of all pages: each is a process of the trace.
final class GalleryTraces: @unchecked Sendable {
  // Safe: never changes; the timer, which is not declared to be Sendable, may be used from any thread.
  private let options: TraceOptions
  private let runs = Locked<[(engine: String, log: TraceLog)]>([])
  private let timer: any DispatchSourceTimer

  /// Between two samples of threads and memory.
  private static let interval = DispatchTimeInterval.milliseconds(20)

  /// Nil when no trace was asked for.
  /// - Throws: `OutputError`, when there is no place for it.
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

  func watch(page: Int, _ engine: EngineName) -> (events: Watcher, jobs: JobsWatcher?) {
    let log = TraceLog()
    let name = page == 1 ? engine.rawValue : "\(engine.rawValue), page \(page)"
    runs.withLock { $0.append((name, log)) }
    return (log.watcher, { log.photo($0, $1, jobs: $2) })
  }

  /// - Returns: the exit status.
  func write() -> Int32 {
    timer.cancel()
    return options.write(runs.value, status: ExitStatus.success)
  }
}
