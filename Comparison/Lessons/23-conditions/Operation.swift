import Foundation
import Lesson19
import LessonKit

/// Runs two migrations that exclude each other, a download
/// beside them, an upload whose condition doesn't hold, and two
/// thumbnails that are one job to their observers.
private func runAll() {
  // Jobs that must not overlap share a queue with one slot.
  let migrations = OperationQueue()
  migrations.maxConcurrentOperationCount = 1
  let queue = OperationQueue()
  let both = Meeting(of: 2)

  diary.submitted("migration 1", "migration 2", "download")
  migrations.addOperation {
    diary.span("migration 1") { both.meet() }
  }
  migrations.addOperation {
    compute("migration 2", milliseconds: 10)
  }
  queue.addOperation {
    diary.span("download") { both.meet() }
  }
  // A condition is an operation that the upload depends on.
  let isThere = Locked(false)
  let check = BlockOperation {
    diary.span("check") { isThere.withLock { $0 = false } }
  }
  let upload = BlockOperation {
    diary.span("upload") {
      guard isThere.withLock({ $0 }) else { return show("no network") }
      compute(milliseconds: 10)
    }
  }
  upload.addDependency(check)
  diary.depends("upload", on: "check")
  diary.submitted("upload", "check")
  queue.addOperations([upload, check], waitUntilFinished: false)

  diary.submitted("thumbnail 1", "thumbnail 2")
  queue.addOperation(
    Group(
      (1...2).map { number in
        BlockOperation { compute("thumbnail \(number)", milliseconds: 10) }
      },
      began: { show("thumbnails begin") },
      ended: { show("thumbnails end") }))
}

/// Several jobs that are one operation to limits, dependents
/// and `cancel`. It has two observers.
nonisolated private final class Group:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  // Safe: never changed.
  private let members: [Operation]
  private let began, ended: @Sendable () -> Void
  private let queue = OperationQueue()

  init(
    _ members: [Operation], began: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) {
    (self.members, self.began, self.ended) = (members, began, ended)
  }
  override func begin() {
    began()
    let last = BlockOperation { [self] in
      ended()
      finish(isCancelled ? .failure(.cancelled) : .success(()))
    }
    for member in members { last.addDependency(member) }
    queue.addOperations(members + [last], waitUntilFinished: false)
  }
  override func abort() { for member in members { member.cancel() } }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  runAll()
  await ended("migration 2", "download", "upload", "thumbnails end")
}
// computes: migration *; download; upload; thumbnail *
// computes: check
// order: migration 1 < migration 2; check < upload
