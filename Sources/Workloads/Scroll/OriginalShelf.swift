import Engine
import Foundation
import Transport

/// Moves originals to disk with jobs on its own queue. Scrolling doesn't suspend that queue, because its jobs
/// free memory.
final class OriginalShelf: @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  private unowned let run: Run
  private let queue: JobQueue
  private let folder: TemporaryFolder
  private var kept: Set<Int> = []

  init(_ run: Run, folder: TemporaryFolder) {
    self.run = run
    self.folder = folder
    queue = run.makeQueue(.putAside, width: 1)
  }

  /// Moves the original of a photo that is waiting for its filter from memory to disk. If the disk is full,
  /// the original stays in memory.
  func keep(_ photo: Photo) {
    run.assertOnReportingQueue()
    guard case .original(.memory(let bytes)) = photo.image else { return }
    let name = fileName(photo)
    let job = run.engine.makeJob("put aside \(photo.name)", priority: .low) { [folder] running in
      let file = try PartialFile(for: name, in: folder.output)
      try bytes.withUnsafeBytes { try file.write($0) }
      try running.checkCancellation()
      try file.commit(as: folder.output.file(name))
    }
    job.whenEnded { [weak self, folder] end in
      guard let self, end.isFinished else { return }
      kept.insert(photo.number)
      // The photo may have been filtered in the meantime.
      guard photo.needsWork else { return drop(photo) }
      photo.image = .original(.file(folder.output.file(name)))
      run.onChange(photo)
    }
    run.add(job, to: queue)
  }

  /// Removes the original from disk when its photo no longer needs it.
  func drop(_ photo: Photo) {
    guard kept.remove(photo.number) != nil else { return }
    unlink(folder.output.file(fileName(photo)))
  }

  private func fileName(_ photo: Photo) -> String { "\(photo.number).original" }
}
