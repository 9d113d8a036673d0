import Engine
import Imaging

/// Makes files of originals, one way or another. May be used from any thread.
protocol PhotoDeveloper: Sendable {
  /// Blocks until the file is made.
  /// - Parameters:
  ///   - running: the job that it is made in. When that is cancelled, it stops soon.
  ///   - helpers: may help with a large photo.
  ///   - sink: as with `Recipe.develop`.
  /// - Throws: `ImagingError`, `CancellationError`, `WorkerError`, and what `sink` throws.
  func develop(
    _ original: UnsafeRawBufferPointer, _ running: any Running, _ helpers: FilterHelpers?,
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws
}

/// In this process.
struct LocalDeveloper: PhotoDeveloper {
  let recipe: Recipe
  let format: PictureFormat
  let pool = PixelPool()

  func develop(
    _ original: UnsafeRawBufferPointer, _ running: any Running, _ helpers: FilterHelpers?,
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try recipe.develop(
      original, as: format, pool: pool, isWanted: { !running.isCancelled },
      askForHelp: { helpers?.ask($0) ?? 0 }, to: sink)
  }
}
