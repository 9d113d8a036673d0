import Engine

import class Foundation.Thread

/// The reporting queue as a task that takes work from a stream. It is a single task, because separate tasks wouldn't
/// have to run in the order in which they are started.
final class TasksReportQueue: ReportQueue {
  private let works: AsyncStream<@Sendable () -> Void>.Continuation
  private let isMain: Bool
  init(_ reporting: Reporting) {
    let (stream, works) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    self.works = works
    isMain = if case .main = reporting { true } else { false }
    let id = ObjectIdentifier(self)
    switch reporting {
    case .main: Task { @MainActor in await Self.run(stream, as: id) }
    case .serial: Task(priority: .high) { await Self.run(stream, as: id) }
    }
  }

  deinit { works.finish() }

  private static func run(
    _ works: AsyncStream<@Sendable () -> Void>, as id: ObjectIdentifier,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    for await work in works {
      ThreadMark.reporting.with(id, work)
      // On the main actor, a stream that always has more work would keep everything else waiting.
      await Task.yield()
    }
  }

  func async(_ work: @escaping @Sendable () -> Void) { works.yield(work) }

  /// Whether the calling thread serves the queue. A task-local value would be inherited by tasks that a handler starts.
  var isCurrent: Bool {
    ThreadMark.reporting.contains(ObjectIdentifier(self)) || isMain && Thread.isMainThread
  }
}
