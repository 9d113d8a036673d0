import Foundation
import LessonKit
import Lessons
import Testing
import Timelines

/// The tests of the lessons' claims. They run one after the other, because they share the thread pool and some of them
/// fill it.
@Suite("Lessons", .serialized) struct LessonRuns {}

/// The stories of a lesson's versions.
struct Stories: Sendable {
  let gcd: Story
  let operation: Story
  let tasks: Story
  /// The story of the trap, which is empty unless the trap was run.
  let trap: Story

  /// Runs the versions one after the other on a new thread, because they block.
  static func lesson(_ number: Int, runsTrap: Bool = false) async throws -> Stories {
    let lesson = try #require(lessons.first { $0.number == number })
    return await onOwnThread {
      Stories(
        gcd: lesson.run(.gcd), operation: lesson.run(.operation), tasks: lesson.run(.tasks),
        trap: runsTrap ? lesson.run(.trap) : Story())
    }
  }

  var both: [Story] { [gcd, operation] }
  var all: [Story] { [gcd, operation, tasks] }
}

extension Story {
  /// The texts of the notes, in order.
  var notes: [String] { entries.filter { $0.kind == .note }.map(\.text) }

  /// The first note or span with this text.
  subscript(text: String) -> Entry? {
    entries.first { $0.text == text && ($0.kind == .note || $0.isSpan) }
  }

  /// The threads that recorded entries with this prefix.
  func threads(_ prefix: String = "") -> Set<String> {
    Set(entries.filter { $0.text.hasPrefix(prefix) }.map(\.thread))
  }

  /// Whether the first entry ended before the second began.
  func isBefore(_ first: String, _ second: String) -> Bool {
    guard let first = self[first], let second = self[second] else { return false }
    return (first.isSpan ? first.end?.turn ?? .max : first.start.turn) < second.start.turn
  }

  /// The states of a job in the drawing, from first to last.
  func states(_ job: String) -> [Timeline.State] {
    timeline.lanes.filter { $0.name == job }.flatMap(\.bars).map(\.state)
  }
}

/// Whether Foundation is swift-corelibs-foundation rather than Apple's.
let isLinux: Bool = {
  #if os(Linux)
    true
  #else
    false
  #endif
}()

/// An operation that opens a gate when it is freed.
final class Mortal: Operation, @unchecked Sendable {
  /// A reference that retains only the gate.
  struct Reference {
    weak var operation: Mortal?
    let freed: Gate
  }

  let freed = Gate()
  var reference: Reference { Reference(operation: self, freed: freed) }
  deinit { freed.open() }
}

/// A body that signals when it has begun, and blocks its thread until it is told to end.
final class HeldBody: Sendable {
  let (begun, end) = (Gate(), Gate())

  @Sendable func run() {
    begun.open()
    end.wait()
  }
}

extension BlockOperation {
  convenience init(after dependencies: Operation..., block: @escaping @Sendable () -> Void = {}) {
    self.init(block: block)
    for dependency in dependencies { addDependency(dependency) }
  }
}

/// Adds an operation to a suspended queue, cancels it, and resumes the queue.
/// - Parameter body: Called before the queue is resumed.
func cancelWhileItWaits(_ operation: Operation, _ body: () -> Void = {}) {
  let queue = OperationQueue()
  queue.isSuspended = true
  queue.addOperation(operation)
  operation.cancel()
  body()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}

/// Lets the tests of a suite block. The tests and their child tasks run on new threads instead of the cooperative pool.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor(), operation: body)
  }

  private final class Executor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == OwnThreads {
  static var onOwnThreads: Self { Self() }
}

/// Runs a body that may block on a new thread, and returns its result.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { go in Thread.detachNewThread { go.resume(returning: body()) } }
}
