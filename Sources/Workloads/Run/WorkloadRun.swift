import Engine
import Transport

/// The base class of all workloads. It handles cancellation, counts, the error that stopped the run, and the
/// run's end.
///
/// The state of a run and of its photos is confined to the engine's reporting queue, unless a member says that
/// it can be used from any thread. Debug builds check this. Settings and handlers are set before the start.
public class WorkloadRun: @unchecked Sendable {
  // Sendable: confined to the reporting queue. `life` can be used from any thread.
  public final var engine: JobEngine { life.engine }
  /// Returns the text of an error for display next to a photo's name. The command adds settings that help. Set
  /// it before starting the run. It may be called on any thread.
  public final var words: @Sendable (any Error) -> String {
    get { life.words }
    set { life.words = newValue }
  }
  /// Called with the jobs of each photo; see ``JobsWatcher``.
  public final var onJobs: JobsWatcher? {
    get { life.onJobs }
    set { life.onJobs = newValue }
  }
  /// The progress of the run. A table doesn't use it, because its rows come and go.
  public internal(set) final var tally = RunTally()
  /// The bytes of the originals. ``DownloadRun`` has its own count.
  public internal(set) final var bytes = ByteTally()
  public private(set) final var failures = FailureList()
  /// Called when all work has ended.
  public final var onEnd: () -> Void = {}
  final let life: RunLife

  init(_ life: RunLife) {
    self.life = life
    life.onClose = { [weak self] in self?.didClose() }
    life.onEnd = { [weak self] in
      self?.willEnd()
      self?.onEnd()
    }
  }

  /// The error that stopped the run, a `ListError` or an `OutputError`. It can be read from any thread.
  public final var error: (any Error)? { life.error }

  /// Whether the run was cancelled. It can be read from any thread.
  public final var isCancelled: Bool { life.isCancelled }

  /// Starts the run. Call it once. If the run was cancelled before, it ends immediately.
  public final func start() {
    life.assertOnReportingQueue()
    life.begin()
    begin()
    life.end()
  }

  /// The names of parts of the list that may have been meant as photos but weren't read as such.
  public var passedOver: [String] { [] }

  /// The reason why the transfer of the list waits although a slot is free, or nil if it doesn't. It can be read from any
  /// thread.
  public final var listRest: TransferRest? { life.listRest }

  /// Called when the transfer of the list begins to wait for a server that has failed.
  public final var onListRest: (TransferRest) -> Void {
    get { life.onListRest }
    set { life.onListRest = newValue }
  }

  /// Adds the first work.
  func begin() {}

  /// Cancels the run permanently. It can be called from any thread. Don't dispatch the call to the reporting
  /// queue, because the work to cancel may be blocking that queue.
  public final func cancel() { life.cancel() }

  /// Ends work other than jobs. Called on any thread, possibly twice, after the run was closed and its jobs
  /// were cancelled.
  func didClose() {}

  /// Called when the last work has ended.
  func willEnd() {}

  /// Counts the outcome of a list entry.
  ///
  /// - Parameter position: The position in the list, counted from 1.
  final func count(_ outcome: Outcome, _ position: Int, _ name: String, url: String = "") {
    life.assertOnReportingQueue()
    switch outcome {
    case .done: tally.done += 1
    case .skipped: tally.skipped += 1
    case .cancelled: tally.cancelled += 1
    case .failed(let reason):
      tally.failed += 1
      failures.insert(FailedEntry(position: position, name: name, url: url, reason: reason))
    }
  }
}

/// The outcome of a photo or file of a run.
public enum Outcome: Sendable, Equatable {
  /// The photo or file was filtered, drawn or saved.
  case done
  /// The file was up to date, or another process was making it.
  case skipped
  /// The photo or file failed. The text is the reason.
  case failed(String)
  case cancelled
}

/// Receives the jobs of a photo, given by its position in the list from 0, so that a trace can show the photo's
/// path. The jobs replace those of earlier calls for the photo. It may be called on any thread.
public typealias JobsWatcher = @Sendable (_ number: Int, _ name: String, _ jobs: [JobID]) -> Void

/// The progress of a run, in photos or files.
public struct RunTally: Sendable, Equatable {
  /// The number of entries read from the list so far.
  public internal(set) var listed = 0
  /// The number of photos or files that were filtered, drawn or saved.
  public internal(set) var done = 0
  /// The number of those that replaced a file because the original has changed.
  public internal(set) var replaced = 0
  /// The number of files that already existed.
  public internal(set) var skipped = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0

  public var settled: Int { done + skipped + failed + cancelled }
}

/// The bytes of a run's originals.
public struct ByteTally: Sendable, Equatable {
  public internal(set) var received = 0
  /// The bytes of photos that were finished.
  public internal(set) var used = 0

  public var wasted: Int { received - used }
}
