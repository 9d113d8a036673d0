import Engine
import Foundation
import Transport

/// Puts originals aside on disk, by jobs on a queue of its own, which a scroll does not suspend: they free memory.
///
final class OriginalShelf: @unchecked Sendable {
  // Safe: used on the engine's reporting queue only.
  private let engine: any JobEngine
  private let queue: JobQueue
  private let folder: TemporaryFolder
  private var kept: Set<Int> = []
  /// A photo's image is on disk now.
  var onKept: (Photo) -> Void = { _ in }

  init(engine: any JobEngine, folder: TemporaryFolder) {
    self.engine = engine
    self.folder = folder
    queue = engine.makeQueue("put aside", width: 1)
  }

  /// Moves the original of a photo that waits to be filtered out of memory. Should there be no room, it stays there.
  func keep(_ photo: Photo) {
    guard case .original(.memory(let bytes)) = photo.image else { return }
    let name = fileName(photo)
    let job = engine.makeJob("put aside \(photo.name)", priority: .low) { [folder] running in
      try folder.output.write(name, isWanted: { !running.isCancelled }) { append in
        try bytes.withUnsafeBytes(append)
      }
    }
    job.whenEnded { [weak self, folder] end in
      guard let self, end.isFinished else { return }
      kept.insert(photo.number)
      // It may have been filtered meanwhile.
      guard photo.needsWork else { return drop(photo) }
      photo.image = .original(.file(folder.output.file(name)))
      onKept(photo)
    }
    do { try queue.add(job) } catch { preconditionFailure("a new job on the engine's own queue: \(error)") }
  }

  /// Throws away what was put aside of a photo that needs it no more.
  func drop(_ photo: Photo) {
    guard kept.remove(photo.number) != nil else { return }
    unlink(folder.output.file(fileName(photo)))
  }

  func cancelAll() { queue.cancelAll() }

  private func fileName(_ photo: Photo) -> String { "\(photo.number).original" }
}
