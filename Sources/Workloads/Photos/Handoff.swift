import Engine
import Transport

/// What the jobs of one photo hand on to each other and to the reporting queue.
final class Handoff: @unchecked Sendable {
  // Safe: all of it is touched under `lock` only.
  private let lock = Lock()
  private var body: TransferBody?
  private var result: FilteredPhoto?

  func put(_ body: TransferBody) { lock.withLock { self.body = body } }
  func put(_ result: FilteredPhoto) { lock.withLock { self.result = result } }

  var original: TransferBody? { lock.withLock { body } }
  var filtered: FilteredPhoto? { lock.withLock { result } }
}
