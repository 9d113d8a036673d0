import Foundation
import LessonKit

/// Two alerts exclude each other, a download goes on beside
/// them, and an upload has a condition that does not hold.
public func operation(_ diary: Diary) {
  let jobs = Jobs()
  let both = Meeting(of: 2)

  diary.submitted("alert 1", "alert 2", "download", "upload")
  func alert(_ number: Int, _ body: @escaping @Sendable () -> Void) {
    jobs.add({ diary.span("alert \(number)", body) }, excludes: "alert")
  }
  alert(1) { both.meet() }
  alert(2) {}
  jobs.add({ diary.span("download") { both.meet() } })
  jobs.add(
    { diary.span("upload") {} }, onlyIf: { false },
    else: {
      diary.cancelled("upload")
      diary.note("no network")
    })
  jobs.wait()
}

/// “Advanced operations”, in the smallest form: each rule is a
/// dependency.
private final class Jobs: @unchecked Sendable {
  private let queue = OperationQueue()
  // Safe: touched under the lock only.
  private var last: [String: Operation] = [:]
  private let lock = NSLock()

  /// - Parameters:
  ///   - category: jobs of the same one never run together.
  ///   - condition: asked when the job's turn has come.
  func add(
    _ body: @escaping @Sendable () -> Void,
    excludes category: String? = nil,
    onlyIf condition: @escaping @Sendable () -> Bool = { true },
    else other: @escaping @Sendable () -> Void = {}
  ) {
    // The check does not cancel the job: that would not wait
    // for the end of its check.
    let holds = Locked(false)
    let check = BlockOperation {
      let result = condition()
      holds.withLock { $0 = result }
    }
    let job = BlockOperation {
      holds.withLock { $0 } ? body() : other()
    }
    job.addDependency(check)
    lock.withLock {
      guard let category else { return }
      if let last = last[category] { check.addDependency(last) }
      last[category] = job
    }
    queue.addOperations([check, job], waitUntilFinished: false)
  }

  func wait() { queue.waitUntilAllOperationsAreFinished() }
}
