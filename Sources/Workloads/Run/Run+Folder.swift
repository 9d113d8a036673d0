import Engine
import Foundation

extension Run {
  /// Locks a folder, and calls a closure with its journal, unless the run is closed. Waiting for another run may take
  /// a while, so it happens on a separate thread.
  final func use(
    _ folder: OutputFolder, part: Shard? = nil, _ begin: @escaping @Sendable (Journal) -> Void
  ) {
    @Sendable func proceed(_ result: Result<FolderLock?, any Error>) {
      let lock = (try? result.get()) ?? nil
      if isClosed {
        lock?.close()
        return
      }
      do { begin(try Journal(folder, result.get())) } catch {
        lock?.close()
        fail(error, closes: true)
      }
    }
    if folder.isDry { return proceed(.success(nil)) }
    guard folder.whenInUse != nil else { return proceed(Result { try FolderLock(folder, part: part) }) }
    beginWork()
    let thread = Thread { [self] in
      let result = Result<FolderLock?, any Error> { try FolderLock(folder, part: part) { noteHolder($0) } }
      engine.reportQueue.async { [self] in
        holder = nil
        proceed(result)
        endWork()
      }
    }
    thread.name = "folder lock"
    thread.start()
  }
}
