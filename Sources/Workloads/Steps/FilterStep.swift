import Engine
import Imaging

/// The second step of a photo: it is decoded, filtered, and given to the workload's sink.
struct FilterStep: Sendable {
  let pool: PixelPool
  let limits: DecodeLimits
  /// Of the sepia filter, 0 (none) to 1.
  var intensity = 0.0
  /// What the picture is made to fit into; nil leaves its size.
  var size: Box?
  var convertsToSRGB = false
  var keeps16Bits = false
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
    // Made smaller first, so that no more is filtered than is kept; and rounded last.
    var picture = try original.picture(
      limits, keeps16Bits: keeps16Bits || convertsToSRGB, size: size?.fitted, pool, running)
    if convertsToSRGB { picture.convertToSRGB() }
    try checkCancelled()
    if intensity > 0 { Sepia(amount: intensity).apply(to: &picture) }
    if !keeps16Bits { picture = try picture.with8Bits(pool: pool) }
    try checkCancelled()
    return try sink.put(picture, of: photo, validator, running)
  }
}

extension Original {
  /// Decodes it, for as long as the job is not cancelled.
  /// - Throws: `ImagingError`, `CancellationError`; and the system's error, when a file cannot be read any more.
  func picture(
    _ limits: DecodeLimits, keeps16Bits: Bool = false, size: SizeRule? = nil, _ pool: PixelPool,
    _ running: any Running
  ) throws -> Picture {
    let picture = try withUnsafeBytes { bytes in
      do throws(ImagingError) {
        return try decode(bytes, limits: limits, keeps16Bits: keeps16Bits, size: size, pool: pool) {
          !running.isCancelled
        }
      } catch {
        throw error == .cancelled ? CancellationError() as any Error : error
      }
    }
    if running.isCancelled { throw CancellationError() }
    return picture
  }
}
