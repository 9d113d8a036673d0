import Base
import Engine
import Imaging

/// The second step for a photo. It decodes and filters the photo, and writes it into the folder.
struct FilterStep: Sendable {
  let folder: PhotoFolder
  /// Called before each photo. It can slow filters down, or block them in a test.
  let pause: @Sendable (any Running) -> Void
  /// The buffers for pixels, which all photos share.
  private let pool = PixelPool()

  init(folder: PhotoFolder, pause: @escaping @Sendable (any Running) -> Void) {
    (self.folder, self.pause) = (folder, pause)
  }

  /// The name of the queue, and the first word of each job's name.
  var name: QueueName { folder.plan.isGrouped ? .scale : .filter }

  /// The body of a job.
  ///
  /// - Parameter validator: The validator of the original.
  /// - Throws: `ImagingError`, `OutputError`, `CancellationError`, or the system's error if an original on disk can
  ///   no longer be read.
  func run(
    _ original: Original, _ photo: Photo, _ validator: Validator?, _ running: any Running
  ) throws {
    pause(running)
    try running.checkCancellation()
    try folder.output.makeFolder(for: photo.fileName)
    let file = try PartialFile(for: photo.fileName, in: folder.output)
    try original.lend(to: running) { bytes in
      let environment = Recipe.Environment(pool: pool, isWanted: { !running.isCancelled })
      try folder.plan.recipe.develop(bytes, as: folder.plan.format, in: environment) { piece in
        try running.checkCancellation()
        try file.write(piece)
      }
    }
    try running.checkCancellation()
    try folder.commit(file, of: photo, validator: validator)
  }
}

extension Original {
  /// Decodes the original, unless the job is cancelled.
  ///
  /// - Throws: `ImagingError`, `CancellationError`, or the system's error if a file can no longer be read.
  func picture(
    _ limits: DecodeLimits, size: SizeRule? = nil, _ pool: PixelPool, _ running: any Running
  ) throws -> Picture {
    let picture = try lend(to: running) { bytes in
      try decode(bytes, limits: limits, size: size, pool: pool) { !running.isCancelled }
    }
    try running.checkCancellation()
    return picture
  }

  /// Calls a closure with the bytes. Throws `CancellationError` if the job was cancelled during the call.
  fileprivate func lend<Result>(
    to running: any Running, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    do { return try withUnsafeBytes(body) } catch ImagingError.cancelled { throw CancellationError() }
  }
}

extension Running {
  /// - Throws: `CancellationError` if the job was cancelled.
  func checkCancellation() throws { if isCancelled { throw CancellationError() } }

  /// Blocks the calling thread for some seconds, or until the job is cancelled. Sleeps rather than spins, so that other
  /// engines aren't slowed down.
  func wait(_ seconds: Double) {
    guard seconds > 0 else { return }
    let cancelled = Latch()
    onCancel { cancelled.open() }
    cancelled.wait(upTo: .seconds(seconds))
  }
}
