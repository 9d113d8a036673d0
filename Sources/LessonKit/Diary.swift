import Dispatch
import Foundation

/// What a lesson writes down while it runs: moments, spans of time and figures, with the thread that they were on.
///
/// All members may be called on any thread.
public final class Diary: @unchecked Sendable {
  // Safe: everything that changes is touched under the lock only.
  private let lock = NSLock()
  private let began = ContinuousClock.now
  private let caller = ObjectIdentifier(Thread.current)
  private var threads: [ObjectIdentifier: String] = [:]
  private var written = Story()
  private var turn = 0

  /// How many jobs a lesson makes that is about what many of them cost.
  public let jobs: Int

  /// Call it on the thread that runs the lesson: the story names that one “caller”.
  public init(jobs: Int = 20_000) {
    self.jobs = jobs
    DispatchQueue.main.setSpecific(key: Self.onMain, value: true)
  }

  /// What runs on the main queue is “main”, be it on a worker thread, as in a program that gave its main thread away with
  /// `dispatchMain`.
  private static let onMain = DispatchSpecificKey<Bool>()

  /// Writes down a moment.
  public func note(_ text: String) { add(text, isSpan: false) }

  /// Runs the body on the calling thread, and writes down when it began and when it ended.
  public func span<Result>(_ text: String, _ body: () throws -> Result) rethrows -> Result {
    let span = begin(text)
    defer { span.end() }
    return try body()
  }

  /// Runs the body, which may await, where the caller runs, and writes down when it began and when it ended.
  @_disfavoredOverload
  public func span<Result>(
    _ text: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let span = begin(text)
    defer { span.end() }
    return try await body()
  }

  /// A span that may end elsewhere than it began.
  public func begin(_ text: String) -> OpenSpan { OpenSpan(diary: self, index: add(text, isSpan: true)) }

  /// Writes down what was counted or measured.
  public func figure(_ name: String, _ value: Int) {
    lock.withLock { written.figures.append(Story.Figure(name: name, value: value)) }
  }

  /// All that was written so far.
  public var story: Story { lock.withLock { written } }

  @discardableResult
  private func add(_ text: String, isSpan: Bool) -> Int {
    let thread = ObjectIdentifier(Thread.current)
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.onMain) == true
    return lock.withLock {
      turn += 1
      written.entries.append(
        Story.Entry(
          text: text, isSpan: isSpan, thread: name(thread, isMain: isMain), start: .now - began,
          startTurn: turn))
      return written.entries.count - 1
    }
  }

  fileprivate func end(_ index: Int) {
    lock.withLock {
      turn += 1
      written.entries[index].end = .now - began
      written.entries[index].endTurn = turn
    }
  }

  /// Under the lock. Threads are numbered as they come.
  private func name(_ thread: ObjectIdentifier, isMain: Bool) -> String {
    if isMain { return "main" }
    if let name = threads[thread] { return name }
    let numbered = threads.values.count { $0.hasPrefix("thread") } + 1
    let name = thread == caller ? "caller" : "thread \(numbered)"
    threads[thread] = name
    return name
  }
}

/// A span that has begun.
public struct OpenSpan: Sendable {
  fileprivate let diary: Diary
  fileprivate let index: Int

  /// Call it once.
  public func end() { diary.end(index) }
}
