import Base
import Engine

/// The life of a run: it counts the work that has not ended, and lets no job begin once the run is closed.
///
/// May be used from any thread.
final class RunLife: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`; the handlers are set before there is any work.
  let engine: any JobEngine
  private let lock = Lock()
  private var queues: [JobQueue] = []
  /// The queue of the run's downloads, and how wide it is while no slot is lent.
  private var downloads: (queue: JobQueue, width: Int)?
  private var lentSlots = 0
  private var work = 0
  private var hasEnded = false
  private var wasClosed = false
  private var wasCancelled = false
  private var problem: (any Error)?

  /// Words an error for display beside a photo's name. May be called on any thread.
  var words: @Sendable (any Error) -> String = plainWords
  /// Called with the jobs of every photo.
  var onJobs: JobsWatcher?
  /// Called when the run is closed, on the thread that closes it, after its jobs were cancelled; perhaps twice.
  var onClose: () -> Void = {}
  /// No work is left. Called once, on the engine's reporting queue.
  var onEnd: () -> Void = {}

  init(engine: any JobEngine) { self.engine = engine }

  /// Makes a queue whose jobs are cancelled when the run is closed.
  func makeQueue(_ name: String, width: Int) -> JobQueue {
    let queue = engine.makeQueue(name, width: width)
    lock.withLock { queues.append(queue) }
    return queue
  }

  /// Makes the queue of the run's downloads, whose jobs may lend their slots.
  func makeDownloadQueue(width: Int) -> JobQueue {
    let queue = makeQueue("download", width: width)
    // Room for more than any queue has.
    lock.withLock { downloads = (queue, min(width, .max / 2)) }
    return queue
  }

  /// Lends slots of downloads that need no connection for the moment: others run in their place.
  /// - Parameter count: negative where they need their slots again.
  func lendSlots(_ count: Int) {
    // Under the lock, so that the last width that is set is the latest.
    lock.withLock {
      guard count != 0, let downloads else { return }
      lentSlots += count
      downloads.queue.width = downloads.width + lentSlots
    }
  }

  var isCancelled: Bool { lock.withLock { wasCancelled } }
  var isClosed: Bool { lock.withLock { wasClosed } }
  /// Why the run cannot go on: the first reason that was given.
  var error: (any Error)? { lock.withLock { problem } }

  // MARK: Work

  /// Adds a new job to a queue of the run, or cancels it if the run is closed. This happens under the lock that closes the
  /// run, so that closing finds every job on its queue.
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

  /// Makes a job that is new, or that waits for the caller, depend on another.
  func depend(_ job: AnyJob, on prerequisite: AnyJob) {
    do { try job.addPrerequisite(prerequisite) } catch {
      // One that was cancelled meanwhile has ended, and nothing holds it back.
      precondition(isClosed, "a job that has not started: \(error)")
    }
  }

  /// Counts work other than a job.
  func begin() { lock.withLock { work += 1 } }

  /// Ends that work. Call it on the reporting queue. Work is begun only by work that has not ended, so that none
  /// comes after the last.
  func end() {
    let isLast = lock.withLock {
      work -= 1
      defer { hasEnded = hasEnded || work == 0 }
      return work == 0 && !hasEnded
    }
    if isLast { onEnd() }
  }

  // MARK: Closing

  /// Closes the run as cancelled.
  func cancel() {
    lock.withLock { wasCancelled = true }
    close()
  }

  /// Reports why the run cannot go on.
  /// - Parameter closes: whether the run is closed, too.
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

/// The slot that a download lends while its transfer waits for a server.
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
