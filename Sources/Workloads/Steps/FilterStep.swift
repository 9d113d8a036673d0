import Base
import Engine
import Imaging

/// The second step of a photo: it is decoded, filtered, and written into the folder.
struct FilterStep: Sendable {
  let develop: Develop
  let folder: OutputFolder
  /// The folder's journal, if later runs are to find what this one has made.
  var journal: PhotoJournal?
  /// Called before each photo: makes filters slow, or holds them up in a test.
  var pause: @Sendable (any Running) -> Void = { _ in }

  /// The body of a job.
  /// - Parameters:
  ///   - validator: the original's.
  ///   - askForHelp: with a large photo.
  /// - Throws: `ImagingError`, `WorkerError`, `OutputError`, `CancellationError`; and the system's error, when an original on disk cannot
  ///   be read any more.
  func run(
    _ original: Original, _ photo: Photo, _ validator: Validator?, _ askForHelp: AskForHelp?,
    _ running: any Running
  ) throws {
    pause(running)
    try running.checkCancellation()
    try folder.makeFolder(for: photo.fileName)
    let file = try PartialFile(for: photo.fileName, in: folder)
    try original.lend(to: running) { bytes in
      try develop(bytes, running, askForHelp) { piece in
        try running.checkCancellation()
        try file.write(piece)
      }
    }
    try running.checkCancellation()
    try journal?.note(photo.fileName, url: photo.url, bytes: file.size, validator: validator)
    try file.commit(as: folder.file(photo.fileName))
  }
}

extension Original {
  /// Decodes it, for as long as the job is not cancelled.
  /// - Throws: `ImagingError`, `CancellationError`; and the system's error, when a file cannot be read any more.
  func picture(
    _ limits: DecodeLimits, size: SizeRule? = nil, _ pool: PixelPool, _ running: any Running
  ) throws -> Picture {
    let picture = try lend(to: running) { bytes in
      try decode(bytes, limits: limits, size: size, pool: pool) { !running.isCancelled }
    }
    try running.checkCancellation()
    return picture
  }

  /// Lends the bytes to a part of a job that stops when that is cancelled.
  fileprivate func lend<Result>(
    to running: any Running, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    do { return try withUnsafeBytes(body) } catch ImagingError.cancelled { throw CancellationError() }
  }
}

extension Running {
  /// - Throws: `CancellationError`, when the job was cancelled.
  func checkCancellation() throws { if isCancelled { throw CancellationError() } }
}

/// Makes every filter slow on purpose, as a sample server makes downloads slow. May be used from any thread.
public final class FilterDelay: Sendable {
  private let delay: Locked<Double>

  /// - Parameter seconds: 0 and more.
  public init(seconds: Double = 0) { delay = Locked(seconds) }

  /// Seconds that are added to each filter from now on.
  public var seconds: Double {
    get { delay.value }
    set { delay.withLock { $0 = newValue } }
  }

  /// Blocks the thread of a filter that much longer, or until its job is cancelled. It waits, and keeps no core busy, so
  /// that engines beside it are not slowed down too.
  func wait(_ running: any Running) {
    let seconds = seconds
    guard seconds > 0 else { return }
    let cancelled = Latch()
    running.onCancel { cancelled.open() }
    cancelled.wait(upTo: .seconds(seconds))
  }
}

/// Makes the file of an original, and blocks until it is made. May be called from any thread.
/// - Parameters:
///   - running: the job that it is made in. When that is cancelled, it stops soon.
///   - askForHelp: with a large photo.
///   - sink: as with `Recipe.develop`.
/// - Throws: `ImagingError`, `CancellationError`, `WorkerError`, and what `sink` throws.
typealias Develop =
  @Sendable (
    _ original: UnsafeRawBufferPointer, _ running: any Running, _ askForHelp: AskForHelp?,
    _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Void

/// Develops photos in this process.
func developer(_ recipe: Recipe, _ format: PictureFormat) -> Develop {
  let pool = PixelPool()
  return { original, running, askForHelp, sink in
    try recipe.develop(
      original, as: format, pool: pool, isWanted: { !running.isCancelled },
      askForHelp: askForHelp ?? { _ in 0 }, to: sink)
  }
}

/// Asks for one more helper with a large photo, if its queue has a free slot and no job waits for it. Called in the photo's
/// job. Returns how many helpers were asked and have not returned.
typealias AskForHelp = @Sendable (_ help: @escaping @Sendable () -> Void) -> Int

/// Gives a large photo the free slots of its queue. Helpers are jobs, too.
///
/// A helper may start late, if another took its slot or the queue is suspended. Then it finds nothing to do, and no one
/// has waited for it.
/// - Parameter name: the photo's.
func filterHelpers(_ life: RunLife, _ queue: JobQueue, name: String) -> AskForHelp {
  let asked = Locked(0)
  return { help in
    let counts = queue.counts
    guard counts.running + counts.ready < queue.width else { return asked.value }
    asked.withLock { $0 += 1 }
    // Low, so that jobs that become ready meanwhile come first.
    let job = life.engine.makeJob("help with \(name)", priority: .low) { _ in
      help()
      asked.withLock { $0 -= 1 }
    }
    life.add(job, to: queue)
    return asked.value
  }
}
