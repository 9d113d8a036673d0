import Engine

/// The base of all workloads: cancelling, counts, the error that stopped the run, and its end.
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
public class WorkloadRun: @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue, and `life` may be used from any thread.
  public final var engine: any JobEngine { life.engine }
  /// Words an error for display beside a photo's name: the command adds options that help. Set it before the start; it may
  /// be called on any thread.
  public final var words: @Sendable (any Error) -> String {
    get { life.words }
    set { life.words = newValue }
  }
  /// Called with the jobs of every photo; see ``JobsWatcher``.
  public final var onJobs: JobsWatcher? {
    get { life.onJobs }
    set { life.onJobs = newValue }
  }
  /// How far the run has come. A table, whose rows come and go, has figures of its own.
  public internal(set) final var tally = RunTally()
  /// Of the originals; ``DownloadRun`` counts its own.
  public internal(set) final var bytes = ByteTally()
  public private(set) final var failures = FailureList()
  /// Everything has ended.
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

  /// Why the run could not go on: `ListError` or `OutputError`. May be read from any thread.
  public final var error: (any Error)? { life.error }

  /// May be read from any thread.
  public final var isCancelled: Bool { life.isCancelled }

  /// Starts the run; once. One that was cancelled before ends at once.
  public final func start() {
    life.begin()
    begin()
    life.end()
  }

  /// Adds the first work.
  func begin() {}

  /// Cancels everything, for good. May be called from any thread. Do not dispatch it to the reporting queue: the work to
  /// cancel may be blocking that.
  public final func cancel() { life.cancel() }

  /// The run was closed, and its jobs are cancelled: work other than jobs has to end, too. Called on any thread, perhaps
  /// twice.
  func didClose() {}

  /// The last of the work has ended.
  func willEnd() {}

  /// Counts how an entry of the list ended.
  /// - Parameter position: in the list, from 1.
  final func count(_ outcome: Outcome, _ position: Int, _ name: String, url: String = "") {
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

/// How a photo or file of a run ended.
public enum Outcome: Sendable, Equatable {
  /// Filtered, drawn or saved.
  case done
  /// Its file is up to date, or another process is making it.
  case skipped
  /// For the reason in plain words.
  case failed(String)
  case cancelled
}

/// Reports that a photo, by its position in the list from 0, has these jobs from now on, and no others, so that a trace
/// can show the photo's way. May be called on any thread.
public typealias JobsWatcher = @Sendable (_ number: Int, _ name: String, _ jobs: [JobID]) -> Void

/// How far a run has come, in photos or files.
public struct RunTally: Sendable, Equatable {
  /// Read from the list so far.
  public internal(set) var listed = 0
  /// Filtered, drawn or saved.
  public internal(set) var done = 0
  /// The number of these that replaced a file because its original has changed.
  public internal(set) var replaced = 0
  /// Files that existed already.
  public internal(set) var skipped = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0

  public var settled: Int { done + skipped + failed + cancelled }
}

/// Bytes of the originals of a run.
public struct ByteTally: Sendable, Equatable {
  public internal(set) var received = 0
  /// The bytes of photos that were finished.
  public internal(set) var used = 0

  public var wasted: Int { received - used }
}
