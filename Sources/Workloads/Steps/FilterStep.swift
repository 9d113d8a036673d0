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
  func run(_ original: Original, _ photo: Photo, _ running: any Running) throws -> FilteredPhoto {
    func checkCancelled() throws { if running.isCancelled { throw CancellationError() } }
    delay?.wait(running)
    try checkCancelled()
    // Made smaller first, so that no more is filtered than is kept; and rounded last.
    var picture = try original.withUnsafeBytes {
      try decode(
        $0, limits: limits, keeps16Bits: keeps16Bits || convertsToSRGB, size: size?.fitted, pool: pool)
    }
    try checkCancelled()
    if convertsToSRGB { picture.convertToSRGB() }
    try checkCancelled()
    if intensity > 0 { Sepia(amount: intensity).apply(to: &picture) }
    if !keeps16Bits { picture = try picture.with8Bits(pool: pool) }
    try checkCancelled()
    return try sink.put(picture, of: photo, running)
  }
}
