import Base
import Engine
import Imaging

/// Develops each photo in a worker process. The pool has as many workers as photos are developed
/// simultaneously. A worker is launched when it is first needed, and then reused.
final class WorkerPool: Sendable {
  private let isolation: Isolation
  private let order: WorkerOrder
  private let idle = Locked<[WorkerProcess]>([])

  init(_ isolation: Isolation, _ recipe: Recipe, _ format: PictureFormat) {
    self.isolation = isolation
    order = WorkerOrder(recipe: recipe, format: format)
  }

  /// Ends all workers and waits for them. Call this after the last job has ended.
  func stop() {
    let workers = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for worker in workers { worker.end() }
  }

  /// Develops a photo. Matches the function type `Develop`.
  func develop(
    _ original: UnsafeRawBufferPointer, _ running: any Running, _ askForHelp: AskForHelp?,
    _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let worker = try takeIdle() ?? WorkerProcess(isolation, order)
    // The job may still be running when the worker already has the next photo.
    let isOurs = Locked(true)
    running.onCancel { isOurs.withLock { if $0 { worker.kill() } } }
    isolation.willDevelop(worker.id)
    let result = Result { try worker.develop(original, to: sink) }
    isOurs.withLock { $0 = false }
    switch result {
    case .success(let problem):
      if worker.isUsable { idle.withLock { $0.append(worker) } }
      if let problem { throw problem }
    case .failure(let error):
      worker.end()
      throw running.isCancelled ? CancellationError() : error
    }
  }

  private func takeIdle() -> WorkerProcess? {
    while let worker = idle.withLock({ $0.popLast() }) {
      // The system may have ended the worker in the meantime.
      if worker.isUsable { return worker }
    }
    return nil
  }
}
