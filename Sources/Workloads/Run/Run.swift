import Base
import Engine
import Foundation
import Transport

/// Receives the jobs of a photo, so that a trace can show the photo's path. The number is the photo's
/// position in the list, counted from 0. The jobs replace those of earlier calls for the same photo. It may
/// be called on any thread.
public typealias JobsWatcher = @Sendable (_ number: Int, _ name: String, _ jobs: [JobID]) -> Void

/// The base class of all workloads. A run has queues, counts unfinished work, prevents jobs from starting once it is
/// closed, and ends when no work is left.
///
/// The state of a run and of its photos is confined to the engine's reporting queue, unless a member says that it can
/// be used from any thread. Debug builds check this. Settings and handlers must be set before the start.
///
/// Each job of a run retains the run until the job has ended. The parts of a run, such as its `ListFeed`, can
/// therefore have an unowned reference to it.
public class Run: @unchecked Sendable {
  // Sendable: the properties after `lock` are accessed only while holding it. All others are confined to the
  // reporting queue or set before the start.
  public final let engine: JobEngine
  /// Called with the jobs of each photo; see ``JobsWatcher``.
  public final var onJobs: JobsWatcher?
  /// Called when the transfer of the list begins to wait for a server that has failed.
  public final var onListWait: (TransferWait) -> Void = { _ in }
  /// Called when the run begins to wait for another process that is using the folder.
  public final var onHolder: () -> Void = {}
  /// Called when the state or the image of a photo has changed, or its download has begun to wait for a server that has
  /// failed. In the state `filtered`, its file has been written.
  public final var onChange: (Photo) -> Void = { _ in }
  /// Called when an entry of the list is finished.
  public final var onOutcome: (Outcome) -> Void = { _ in }
  /// Called when all work has ended.
  public final var onEnd: () -> Void = {}

  /// The number of photos in the list or the selected part of it, or nil until it is known.
  public var total: Int? { nil }
  /// The progress of the run. A table only has it at its end, because its rows come and go.
  public internal(set) final var tally = RunTally()
  /// The number of bytes received for originals whose downloads have ended, and of those whose photos were finished.
  public internal(set) final var bytes = (received: 0, used: 0)
  /// The failed entries, in the order of the list.
  public final var failures: [Outcome] { tally.failures }
  /// The number of photos that replaced a file, by reason.
  public private(set) final var replaced: [Photo.Replaced: Int] = [:]
  /// The selected part of the list.
  public internal(set) final var part = ListPart()
  /// Called with the number of bytes that have just arrived, on the transport thread. Tests use it.
  final var onBytes: @Sendable (Int) -> Void = { _ in }
  /// The names of parts of the list that may have been meant as photos but weren't read as such.
  public internal(set) final var passedOver: [String] = []

  private final let lock = Lock()
  private final var queues: [JobQueue] = []
  /// The queue for downloads, whose jobs can lend their slots.
  private final var downloads: JobQueue?
  private final var work = 0
  private final var hasEnded = false
  private final var wasClosed = false
  private final var wasCancelled = false
  private final var problem: (any Error)?

  init(engine: JobEngine) { self.engine = engine }

  // MARK: Overridden by each workload

  /// Adds the run's first work.
  func begin() {}

  /// Ends work that isn't done by jobs. It may be called on any thread and more than once, after the run has been
  /// closed and its jobs have been cancelled.
  func didClose() {}

  /// Called when the last work has ended.
  func willEnd() {}

  /// Called when the state or the image of a photo has changed, or its download has begun to wait for a server that has
  /// failed.
  func changed(_ photo: Photo) { onChange(photo) }

  /// Called when a photo has no jobs left. Its state shows how far it got.
  func settled(_ photo: Photo) {}

  /// Called when a transfer has ended, with the number of bytes received.
  func transferred(_ photo: Photo, _ bytes: Int, isWhole: Bool) {}

  // MARK: Queues

  /// Creates a queue whose jobs are cancelled when the run is closed.
  final func makeQueue(_ name: QueueName, width: Int) -> JobQueue {
    let queue = engine.makeQueue(name.rawValue, width: width)
    lock.withLock { queues.append(queue) }
    return queue
  }

  /// Creates the queue for downloads, whose jobs can lend their slots.
  final func makeDownloadQueue(width: Int) -> JobQueue {
    // Halved so that adding lent slots can't overflow.
    let queue = makeQueue(.download, width: min(width, .max / 2))
    lock.withLock { downloads = queue }
    return queue
  }

  /// Lends the slots of downloads that currently don't need a connection, so that other downloads can run. It can be
  /// called from any thread.
  ///
  /// - Parameter count: The number of slots. It is negative if the downloads need their slots back.
  final func lendSlots(_ count: Int) {
    lock.withLock { if count != 0 { downloads?.width += count } }
  }

  // MARK: Work

  /// Starts the run. Call it once. If the run was cancelled before, it ends immediately.
  public final func start() {
    beginWork()
    begin()
    endWork()
  }

  /// Adds a new job to one of the run's queues, or cancels it if the run is closed. This holds the lock that also
  /// closes the run, so that closing finds every job on its queue. It can be called from any thread.
  final func add(_ job: AnyJob, to queue: JobQueue) {
    beginWork()
    job.whenEnded { [self] _ in endWork() }
    let isAdded = lock.withLock {
      if wasClosed { return false }
      do { try queue.add(job) } catch {
        preconditionFailure("a new job on a queue of its own engine: \(error)")
      }
      return true
    }
    if !isAdded { job.cancel() }
  }

  /// Makes a job depend on another. The job must be new, or must be unable to start before the caller returns.
  final func depend(_ job: AnyJob, on prerequisite: AnyJob) {
    do { try job.addPrerequisite(prerequisite) } catch {
      // A job that was cancelled in the meantime has ended and no longer needs prerequisites.
      precondition(isClosed, "a job that has not started: \(error)")
    }
  }

  /// Counts work that isn't a job. It can be called from any thread.
  final func beginWork() { lock.withLock { work += 1 } }

  /// Ends work that was counted by `beginWork()`. Only unfinished work may begin more work, so none begins after the
  /// last has ended.
  final func endWork() {
    assertOnReportingQueue()
    let isLast = lock.withLock {
      work -= 1
      defer { hasEnded = hasEnded || work == 0 }
      return work == 0 && !hasEnded
    }
    guard isLast else { return }
    willEnd()
    onEnd()
  }

  /// Calls a handler on the reporting queue. The run must have unfinished work. This can be called from any thread.
  final func report(_ handler: @escaping @Sendable () -> Void) {
    beginWork()
    engine.reportQueue.async { [self] in
      handler()
      endWork()
    }
  }

  /// Counts and reports the outcome of a photo.
  ///
  /// - Parameter hasFile: Whether the photo's file stays in a folder.
  final func settle(_ photo: Photo, as kind: Outcome.Kind, hasFile: Bool = true) {
    assertOnReportingQueue()
    if kind == .done {
      bytes.used += photo.bytesReceived
      if let what = photo.replaces { replaced[what, default: 0] += 1 }
    }
    let outcome = Outcome(
      position: photo.position, name: photo.name, url: photo.url, kind: kind, error: photo.error,
      file: hasFile ? photo.fileName : nil, bytes: photo.savedBytes, resumedFrom: photo.resumedFrom)
    tally.count(outcome)
    onOutcome(outcome)
  }

  /// Checks in debug builds that the caller runs on the engine's reporting queue.
  final func assertOnReportingQueue(file: StaticString = #fileID, line: UInt = #line) {
    assert(engine.reportQueue.isCurrent, "not on the reporting queue", file: file, line: line)
  }

  // MARK: The list

  /// The reason why the transfer of the list is waiting although a slot is free, or nil if it isn't waiting.
  package final let listWait = Locked<TransferWait?>(nil)

  /// Records that the transfer of the list has begun to wait, or, if `wait` is nil, that it no longer waits. It is
  /// called on the transport thread.
  final func noteList(_ wait: TransferWait?) {
    listWait.withLock { $0 = wait }
    guard let wait, wait.isForFailure else { return }
    report { [self] in onListWait(wait) }
  }

  // MARK: The folder, from any thread

  /// The process that is using the folder while the run waits for it, or 0 if that isn't known. Nil if it isn't waiting.
  package final let holder = Locked<pid_t?>(nil)

  /// Records the process that the run waits for.
  ///
  /// - Returns: Whether to continue waiting.
  final func noteHolder(_ process: pid_t) -> Bool {
    if holder.value != process {
      holder.withLock { $0 = process }
      report { [self] in onHolder() }
    }
    return !isClosed
  }

  // MARK: Closing, from any thread

  /// The error that stopped the run, a `ListError` or an `OutputError`. Only the first one is kept.
  public final var error: (any Error)? { lock.withLock { problem } }
  public final var isCancelled: Bool { lock.withLock { wasCancelled } }
  final var isClosed: Bool { lock.withLock { wasClosed } }

  /// Cancels the run permanently. Don't dispatch the call to the reporting queue, because the work to cancel may
  /// be blocking that queue.
  public final func cancel() {
    lock.withLock { wasCancelled = true }
    close()
  }

  /// Records the error that stopped the run.
  ///
  /// - Parameter closes: Whether to close the run as well.
  final func fail(_ error: any Error, closes: Bool) {
    lock.withLock { if problem == nil { problem = error } }
    if closes { close() }
  }

  /// Stops the run if the error of a job affects all files. Call this where the error occurs, because the
  /// reporting queue may be busy with the photos in progress.
  ///
  /// - Returns: The error that the job ends with. It is a `CancellationError` if the run stops, because the run
  ///   reports the error itself.
  final func stopped(by error: any Error) -> any Error {
    guard let error = error as? OutputError, error.isFatal else { return error }
    fail(error, closes: true)
    return CancellationError()
  }

  private final func close() {
    let queues = lock.withLock {
      wasClosed = true
      return self.queues
    }
    engine.cancelAll(queues)
    didClose()
  }
}
