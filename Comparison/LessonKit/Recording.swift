import Foundation

/// The diary of the running lesson. It is global because closures on a queue take no arguments. While no lesson is
/// running, records are discarded.
public var diary: Diary {
  let (diary, hesitates) = Diary.current.withLock { current in
    current.hesitations -= 1
    return (current.diary, current.hesitations >= 0)
  }
  if hesitates { Diary.hesitate() }
  return diary
}

/// Shows a text to the user. The lesson's diary records it.
public func show(_ text: String, line: Int = #line) { diary.note(text, line: line) }

/// Shows a figure to the user. The lesson's diary records it.
public func show(_ name: String, _ value: Int) { diary.figure(name, value) }

/// Returns when a job has started. No thread is blocked.
public func started(_ job: String, times: Int = 1) async {
  await diary.starts.happened(job, times: times)
}

/// Returns when each of these jobs has ended, or the text or figure has been shown. No thread is blocked.
public func ended(_ names: String..., times: Int = 1) async {
  for name in names { await diary.ends.happened(name, times: times) }
}

/// Blocks a job's thread until another job has ended, or the text or figure has been shown.
@available(*, noasync, message: "A task must not block: await ended(_:)")
public func waitUntilEnded(_ name: String) { diary.ends.wait(for: name) }

/// The number of jobs in lessons about the cost of many jobs.
public var manyJobs: Int { diary.jobs }

extension Diary {
  fileprivate static let current = Locked((diary: Diary(), hesitations: 0))
  private static let turn = NSLock()

  /// Runs a lesson on the calling thread. While another lesson is running, this blocks that thread.
  /// - Parameters:
  ///   - jobs: The number of jobs in lessons about the cost of many jobs.
  ///   - hesitates: Whether threads pause for a random time before they record, so that an order that isn't
  ///     guaranteed differs between runs.
  public static func record(jobs: Int = 20_000, hesitates: Bool = false, _ lesson: () -> Void) -> Story {
    turn.withLock {
      let diary = Diary(jobs: jobs)
      // Only the first 200 records hesitate, because lessons with many jobs would take too long.
      current.withLock { $0 = (diary, hesitates ? 200 : 0) }
      lesson()
      return diary.story
    }
  }

  /// Pauses the calling thread with a probability of one in four. Most bodies in lessons take as long as the longest
  /// pause.
  fileprivate static func hesitate() {
    guard Int.random(in: 0..<4) == 0 else { return }
    Thread.sleep(forTimeInterval: .random(in: 0..<0.025))
  }
}
