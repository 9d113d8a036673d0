import Engine
import Imaging

/// The second step of a photo: it is decoded, filtered, and given to the workload's sink.
struct FilterStep: Sendable {
  let pool = PixelPool()
  let recipe: Recipe
  let sink: any PhotoSink
  /// What it takes longer on purpose.
  var delay: FilterDelay?

  /// The body of a job. Looks between its parts whether it should stop.
  ///
  /// - Parameters:
  ///   - validator: the original's.
  ///   - helpers: who may help with a large photo.
  func run(
    _ original: Original, _ photo: Photo, _ validator: Validator?, _ helpers: FilterHelpers?,
    _ running: any Running
  ) throws -> FilteredPhoto {
    delay?.wait(running)
    if running.isCancelled { throw CancellationError() }
    return try sink.put(photo, validator, running) { append in
      try original.read(running) { bytes in
        try recipe.develop(
          bytes, as: sink.format, pool: pool, isWanted: { !running.isCancelled },
          askForHelp: { helpers?.ask($0) ?? 0 }, to: append)
      }
    }
  }
}

extension Original {
  /// Decodes it, for as long as the job is not cancelled.
  /// - Throws: `ImagingError`, `CancellationError`; and the system's error, when a file cannot be read any more.
  func picture(
    _ limits: DecodeLimits, size: SizeRule? = nil, _ pool: PixelPool, _ running: any Running
  ) throws -> Picture {
    let picture = try read(running) { bytes in
      try decode(bytes, limits: limits, size: size, pool: pool) { !running.isCancelled }
    }
    if running.isCancelled { throw CancellationError() }
    return picture
  }

  /// Lends the bytes to what may find out that it is not wanted any more.
  fileprivate func read<Result>(
    _ running: any Running, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    do { return try withUnsafeBytes(body) } catch ImagingError.cancelled { throw CancellationError() }
  }
}
