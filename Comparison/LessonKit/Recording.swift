import Foundation

/// The diary of the lesson that is running. A global, as closures on a queue get no arguments. While no lesson runs, what is
/// recorded is lost.
public var diary: Diary { Diary.current.withLock { $0 } }

/// What a program would show its user: the lesson's diary notes it.
public func show(_ text: String, line: Int = #line) { diary.note(text, line: line) }

/// A figure that a program would show its user: the lesson's diary keeps it.
public func show(_ name: String, _ value: Int) { diary.figure(name, value) }

/// The number of jobs in lessons about what many jobs cost.
public var manyJobs: Int { diary.jobs }

extension Diary {
  fileprivate static let current = Locked(Diary())
  private static let turn = NSLock()

  /// Runs a lesson on the calling thread, and blocks that while another is running.
  /// - Parameter jobs: the number of jobs in lessons about what many jobs cost.
  public static func record(jobs: Int = 20_000, _ lesson: () -> Void) -> Story {
    turn.withLock {
      let diary = Diary(jobs: jobs)
      current.withLock { $0 = diary }
      lesson()
      return diary.story
    }
  }
}
