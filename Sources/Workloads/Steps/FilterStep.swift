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
  func run(_ original: Original, _ photo: Photo, _ running: any Running) throws -> FilteredPhoto {
    func checkCancelled() throws { if running.isCancelled { throw CancellationError() } }
    delay?.wait(running)
    try checkCancelled()
    var picture = try original.withUnsafeBytes { try decode($0, limits: limits, pool: pool) }
    try checkCancelled()
    if intensity > 0 { Sepia(amount: intensity).apply(to: &picture) }
    try checkCancelled()
    if let side { picture = picture.scaled(toFit: side, pool: pool) }
    return try sink.put(picture, of: photo, running)
  }
}
