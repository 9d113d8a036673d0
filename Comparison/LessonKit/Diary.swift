import Dispatch
import Foundation
import Timelines

/// The record of a running lesson: its jobs and queues, notes and figures. Each entry has its thread and source line.
///
/// All members may be called on any thread.
public final class Diary: @unchecked Sendable {
  // Safe: mutable state is accessed only under the lock.
  private let lock = NSLock()
  private let began = ContinuousClock.now
  private let caller = Thread.current
  /// The names of threads. The objects are retained so that no later thread gets the same identity.
  private var threads: [Thread: String] = [:]
  private var written = Story()
  private var turn = 0
  /// The jobs that have started, and those that have ended, together with the notes and figures.
  let (starts, ends) = (Events(), Events())

  /// The number of jobs in lessons about the cost of many jobs.
  public let jobs: Int

  /// Creates an empty diary. It must be called on the thread that runs the lesson, which the story calls “caller”.
  public init(jobs: Int = 20_000) {
    self.jobs = jobs
    DispatchQueue.main.setSpecific(key: Self.onMain, value: true)
  }

  /// Marks the main queue. Its work is recorded as “main” even if a worker thread runs it, as in a program that has
  /// called `dispatchMain`.
  private static let onMain = DispatchSpecificKey<Bool>()

  /// Records a moment.
  public func note(_ text: String, line: Int = #line) {
    add(.note, text, line)
    ends.add(text)
  }

  /// Records that jobs were submitted to their queue, or that their tasks were created. From then on, they wait.
  public func submitted(_ jobs: String..., line: Int = #line) {
    for job in jobs { add(.submitted, job, line) }
  }

  /// Records that jobs start only after others have ended.
  public func depends(_ jobs: String..., on prerequisites: String...) {
    lock.withLock {
      for job in jobs { written.prerequisites[job, default: []] += prerequisites }
    }
  }

  /// Records that jobs were cancelled, whether or not they are running.
  public func cancelled(_ jobs: String..., line: Int = #line) {
    for job in jobs { add(.cancelled, job, line) }
  }

  /// Records that a queue was suspended or resumed.
  public func suspended(_ queue: String, _ isSuspended: Bool = true, line: Int = #line) {
    add(isSuspended ? .suspended : .resumed, queue, line)
  }

  /// Records that a queue was resumed.
  public func resumed(_ queue: String, line: Int = #line) { add(.resumed, queue, line) }

  /// Runs a job's body on the calling thread, and records its start and its end.
  public func span<Result>(_ job: String, line: Int = #line, _ body: () throws -> Result) rethrows -> Result {
    let span = begin(job, line: line)
    defer { span.end(line: line) }
    return try body()
  }

  /// Runs a job's asynchronous body in the caller's isolation, and records its start and its end.
  @_disfavoredOverload
  public func span<Result>(
    _ job: String, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let span = begin(job, line: line)
    defer { span.end(line: line) }
    return try await body()
  }

  /// Begins a job's body that may end elsewhere.
  public func begin(_ job: String, line: Int = #line) -> OpenSpan {
    defer { starts.add(job) }
    return OpenSpan(diary: self, index: add(.span, job, line))
  }

  /// Records a count or a measurement.
  public func figure(_ name: String, _ value: Int) {
    lock.withLock { written.figures.append(Story.Figure(name: name, value: value)) }
    ends.add(name)
  }

  /// All records so far.
  public var story: Story { lock.withLock { written } }

  @discardableResult
  private func add(_ kind: Story.Kind, _ text: String, _ line: Int) -> Int {
    let thread = Thread.current
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.onMain) == true
    return lock.withLock {
      written.entries.append(
        Story.Entry(kind: kind, text: text, thread: name(thread, isMain: isMain), start: moment(line)))
      return written.entries.count - 1
    }
  }

  fileprivate func end(_ index: Int, _ line: Int) {
    let job = lock.withLock {
      written.entries[index].end = moment(line)
      return written.entries[index].text
    }
    ends.add(job)
  }

  /// Returns the current moment. It must be called under the lock.
  private func moment(_ line: Int) -> Timeline.Moment {
    turn += 1
    return Timeline.Moment(time: (.now - began) / .seconds(1), turn: turn, line: line)
  }

  /// Returns the name of a thread. Threads are numbered in the order of their first entries. It must be called under
  /// the lock.
  private func name(_ thread: Thread, isMain: Bool) -> String {
    if isMain { return "main" }
    if let name = threads[thread] { return name }
    let numbered = threads.values.count { $0.hasPrefix("thread") } + 1
    let name = thread == caller ? "caller" : "thread \(numbered)"
    threads[thread] = name
    return name
  }
}

/// A body that has begun.
public struct OpenSpan: Sendable {
  fileprivate let diary: Diary
  fileprivate let index: Int

  /// Records the end of the body. It must be called exactly once.
  public func end(line: Int = #line) { diary.end(index, line) }
}
