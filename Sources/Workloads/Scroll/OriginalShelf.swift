import Engine
import Foundation
import Transport

/// Moves originals to disk by jobs on a queue of its own. A scroll does not suspend that, as it frees memory.
final class OriginalShelf: @unchecked Sendable {
  // Safe: used only on the engine's reporting queue.
  private let life: RunLife
  private let queue: JobQueue
  private let folder: TemporaryFolder
  private var kept: Set<Int> = []
  /// A photo's image is on disk now.
  var onKept: (Photo) -> Void = { _ in }

  init(_ life: RunLife, folder: TemporaryFolder) {
    self.life = life
    self.folder = folder
    queue = life.makeQueue("put aside", width: 1)
  }

  /// Moves the original of a photo that waits for its filter out of memory. If the disk is full, it stays there.
  func keep(_ photo: Photo) {
    guard case .original(.memory(let bytes)) = photo.image else { return }
    let name = fileName(photo)
    let job = life.engine.makeJob("put aside \(photo.name)", priority: .low) { [folder] running in
      let file = try PartialFile(for: name, in: folder.output)
      try bytes.withUnsafeBytes { try file.write($0) }
      try running.checkCancellation()
      try file.commit(as: folder.output.file(name))
    }
    job.whenEnded { [weak self, folder] end in
      guard let self, end.isFinished else { return }
      kept.insert(photo.number)
      // It may have been filtered meanwhile.
      guard photo.needsWork else { return drop(photo) }
      photo.image = .original(.file(folder.output.file(name)))
      onKept(photo)
    }
    life.add(job, to: queue)
  }

  /// Removes the original on disk of a photo that needs it no more.
  func drop(_ photo: Photo) {
    guard kept.remove(photo.number) != nil else { return }
    unlink(folder.output.file(fileName(photo)))
  }

  private func fileName(_ photo: Photo) -> String { "\(photo.number).original" }
}
