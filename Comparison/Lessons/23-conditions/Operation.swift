import Foundation
import Lesson19
import LessonKit

/// Runs two alerts that exclude each other, a download beside
/// them, an upload whose condition doesn't hold, and two
/// thumbnails that are one job to their observers.
public func operation() {
  let jobs = Jobs()
  let both = Meeting(of: 2)

  diary.submitted("alert 1", "alert 2", "download", "upload", "check")
  diary.depends("upload", on: "check")
  func alert(_ number: Int, _ body: @escaping @Sendable () -> Void) {
    jobs.add(
      { diary.span("alert \(number)") { body() } }, excludes: "alert")
  }
  alert(1) { both.meet() }
  alert(2) { compute(milliseconds: 10) }
  jobs.add({ diary.span("download") { both.meet() } })
  jobs.add(
    {
      diary.span("upload") { compute(milliseconds: 10) }
    }, onlyIf: { return diary.span("check") { false } },
    else: {
      diary.span("upload") { show("no network") }
    })
  diary.submitted("thumbnail 1", "thumbnail 2")
  let thumbnails = Group(
    (1...2).map { number in
      { compute("thumbnail \(number)", milliseconds: 10) }
    })
  thumbnails.began = { show("thumbnails begin") }
  thumbnails.ended = { show("thumbnails end") }
  jobs.queue.addOperation(thumbnails)
  jobs.wait()
}

/// Several jobs that are one operation to limits, dependents
/// and `cancel`. It has two observers.
nonisolated private final class Group:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  // Safe: written before it is added to a queue.
  var began: @Sendable () -> Void = {}
  var ended: @Sendable () -> Void = {}
  private let members: [Operation]
  private let queue = OperationQueue()

  init(_ bodies: [@Sendable () -> Void]) {
    members = bodies.map(BlockOperation.init(block:))
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

/// “Advanced operations” in their smallest form: each rule is a
/// dependency.
nonisolated final class Jobs: @unchecked Sendable {
  let queue = OperationQueue()
  // Safe: only touched under the lock.
  private var lines: [String: [Operation]] = [:]
  private let lock = NSLock()

  /// - Parameters:
  ///   - category: Jobs of the same category never overlap.
  ///   - condition: Called when the job's turn has come.
  func add(
    _ body: @escaping @Sendable () -> Void,
    excludes category: String? = nil,
    onlyIf condition: @escaping @Sendable () -> Bool = { true },
    else other: @escaping @Sendable () -> Void = {}
  ) {
    // The check doesn't cancel the job, because a cancelled job
    // wouldn't wait for its check.
    let holds = Locked(false)
    let check = BlockOperation {
      let result = condition()
      holds.withLock { $0 = result }
    }
    let job = BlockOperation {
      holds.withLock { $0 } ? body() : other()
    }
    job.addDependency(check)
    guard let category else {
      return queue.addOperations([check, job], waitUntilFinished: false)
    }
    // The job's turn: an operation on no queue, which the job
    // before starts. A completion block runs even if cancelled.
    let turn = BlockOperation {}
    check.addDependency(turn)
    job.completionBlock = { [self] in
      change(category) { line in
        if let place = line.firstIndex(of: turn) {
          line.remove(at: place)
        }
      }
    }
    // Together, because the job may be cancelled at any time.
    change(category) { line in
      queue.addOperations([check, job], waitUntilFinished: false)
      line.append(turn)
    }
  }
  /// Changes a category's line, and starts its first turn.
  /// Starting a turn again does nothing.
  private func change(
    _ category: String, _ body: (inout [Operation]) -> Void
  ) {
    lock.withLock {
      body(&lines[category, default: []])
      lines[category]?.first?.start()
    }
  }

  func wait() { queue.waitUntilAllOperationsAreFinished() }
}
