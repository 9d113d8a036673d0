import Base
import Engine
import Transport

/// The life cycle of a run. It counts the work that hasn't ended, and keeps jobs from starting once the run is
/// closed.
///
/// All members but `end()` can be used from any thread.
final class RunLife: @unchecked Sendable {
  // Sendable: mutable state is accessed only while holding `lock`. The handlers are set before there is any
  // work.
  let engine: JobEngine
  private let lock = Lock()
  private var queues: [JobQueue] = []
  /// The queue for downloads, and its width without lent slots.
  private var downloads: (queue: JobQueue, width: Int)?
  private var lentSlots = 0
  private var work = 0
  private var hasEnded = false
  private var wasClosed = false
  private var wasCancelled = false
  private var problem: (any Error)?
  private var rest: TransferRest?

  /// Returns the text of an error for display next to a photo's name. It may be called on any thread.
  var words: @Sendable (any Error) -> String = plainWords
  /// Called on the reporting queue when the transfer of the list begins to wait for a server that has failed.
  var onListRest: (TransferRest) -> Void = { _ in }
  /// Called with the jobs of each photo.
  var onJobs: JobsWatcher?
  /// Called when the run is closed, on the thread that closes it, after the jobs were cancelled. It may be
  /// called twice.
  var onClose: () -> Void = {}
  /// Called once on the engine's reporting queue, when no work is left.
  var onEnd: () -> Void = {}

  init(engine: JobEngine) { self.engine = engine }

  /// Creates a queue whose jobs are cancelled when the run is closed.
  func makeQueue(_ name: QueueName, width: Int) -> JobQueue {
    let queue = engine.makeQueue(name.rawValue, width: width)
    lock.withLock { queues.append(queue) }
    return queue
  }

  /// Creates the queue for downloads, whose jobs can lend their slots.
  func makeDownloadQueue(width: Int) -> JobQueue {
    let queue = makeQueue(.download, width: width)
    // Halved so that adding lent slots can't overflow.
    lock.withLock { downloads = (queue, min(width, .max / 2)) }
    return queue
  }

  /// Lends slots of downloads that need no connection at the moment, so that other downloads can run.
  ///
  /// - Parameter count: The number of slots. It is negative if the downloads need their slots back.
  func lendSlots(_ count: Int) {
    // Set the width under the lock, so that the last one set is the latest.
    lock.withLock {
      guard count != 0, let downloads else { return }
      lentSlots += count
      downloads.queue.width = downloads.width + lentSlots
    }
  }

  var isCancelled: Bool { lock.withLock { wasCancelled } }
  var isClosed: Bool { lock.withLock { wasClosed } }
  /// The first error that stopped the run.
  var error: (any Error)? { lock.withLock { problem } }

  /// Checks in debug builds that the caller runs on the engine's reporting queue.
  func assertOnReportingQueue(file: StaticString = #fileID, line: UInt = #line) {
    assert(engine.reportQueue.isCurrent, "not on the reporting queue", file: file, line: line)
  }

  // MARK: Work

  /// Adds a new job to one of the run's queues, or cancels it if the run is closed. The lock that closes the
  /// run is held meanwhile, so that closing finds every job on its queue.
  func add(_ job: AnyJob, to queue: JobQueue) {
    begin()
    job.whenEnded { [self] _ in end() }
    let isAdded = lock.withLock {
      if wasClosed { return false }
      do { try queue.add(job) } catch {
        preconditionFailure("a new job on a queue of its own engine: \(error)")
      }
      return true
    }
    if !isAdded { job.cancel() }
  }

  /// Makes a job depend on another. The job must be new, or wait for the caller.
  func depend(_ job: AnyJob, on prerequisite: AnyJob) {
    do { try job.addPrerequisite(prerequisite) } catch {
      // A job that was cancelled in the meantime has ended and no longer needs prerequisites.
      precondition(isClosed, "a job that has not started: \(error)")
    }
  }

  /// Counts work that isn't a job.
  func begin() { lock.withLock { work += 1 } }

  /// Ends work that was counted by `begin()`. Only unfinished work may begin more work, so none begins after
  /// the last has ended.
  func end() {
    assertOnReportingQueue()
    let isLast = lock.withLock {
      work -= 1
      defer { hasEnded = hasEnded || work == 0 }
      return work == 0 && !hasEnded
    }
    if isLast { onEnd() }
  }

  /// Calls a handler on the reporting queue. It is about a job that hasn't ended, so the run hasn't ended either.
  func report(_ handler: @escaping @Sendable () -> Void) {
    begin()
    engine.reportQueue.async { [self] in
      handler()
      end()
    }
  }

  /// The reason why the transfer of the list waits, or nil if it doesn't.
  var listRest: TransferRest? { lock.withLock { rest } }

  /// Records that the transfer of the list begins to wait, or with nil that it no longer does. Called on the transport
  /// thread.
  func noteList(_ rest: TransferRest?) {
    lock.withLock { self.rest = rest }
    guard let rest, rest.isForFailure else { return }
    report { [self] in onListRest(rest) }
  }

  // MARK: Closing

  /// Closes the run and marks it as cancelled.
  func cancel() {
    lock.withLock { wasCancelled = true }
    close()
  }

  /// Records the error that stopped the run.
  ///
  /// - Parameter closes: Whether to close the run, too.
  func fail(_ error: any Error, closes: Bool) {
    lock.withLock { if problem == nil { problem = error } }
    if closes { close() }
  }

  private func close() {
    let queues = lock.withLock {
      wasClosed = true
      return self.queues
    }
    engine.cancelAll(queues)
    onClose()
  }
}

/// A slot that a download lends while its transfer waits for a server.
final class SlotLoan: Sendable {
  private let life: RunLife
  private let isLent = Locked(false)

  init(_ life: RunLife) { self.life = life }

  func set(_ lends: Bool) {
    isLent.withLock { isLent in
      if isLent != lends { life.lendSlots(lends ? 1 : -1) }
      isLent = lends
    }
  }
}
