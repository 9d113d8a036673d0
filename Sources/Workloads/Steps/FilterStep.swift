import Engine
import Imaging

/// The second step of a photo: it is decoded, filtered, and given to the workload's sink.
struct FilterStep: Sendable {
  let pool: PixelPool
  let limits: DecodeLimits
  /// Of the sepia filter, 0 (none) to 1.
  var intensity = 0.0
  /// Of a square that the filtered picture is made to fit into, in pixels; nil leaves its size.
  var side: Int?
  let sink: any PhotoSink
  /// What it takes longer on purpose.
  var delay: FilterDelay?

  /// The body of a job. Looks between its parts whether it should stop.
  ///
  /// - Parameter validator: the original's.
  func run(
    _ original: Original, _ photo: Photo, _ validator: Validator?, _ running: any Running
  ) throws -> FilteredPhoto {
    func checkCancelled() throws { if running.isCancelled { throw CancellationError() } }
    delay?.wait(running)
    try checkCancelled()
    var picture = try original.picture(limits, pool, running)
    if intensity > 0 { Sepia(amount: intensity).apply(to: &picture) }
    try checkCancelled()
    if let side { picture = picture.scaled(toFit: side, pool: pool) }
    return try sink.put(picture, of: photo, validator, running)
  }
}

extension Original {
  /// Decodes it, for as long as the job is not cancelled.
  /// - Throws: `ImagingError`, `CancellationError`; and the system's error, when a file cannot be read any more.
  func picture(_ limits: DecodeLimits, _ pool: PixelPool, _ running: any Running) throws -> Picture {
    let picture = try withUnsafeBytes { bytes in
      do throws(ImagingError) {
        return try decode(bytes, limits: limits, pool: pool) { !running.isCancelled }
      } catch {
        throw error == .cancelled ? CancellationError() as any Error : error
      }
    }
    if running.isCancelled { throw CancellationError() }
    return picture
  }
}
