import LessonKit

/// The filter as a closure, as a method, and as a function with
/// a result: `@concurrent`, because each leaves the main actor.
@MainActor private func submitAll() async {
  diary.submitted("closure")
  await Task { @concurrent in compute("closure", milliseconds: 10) }.value

  // A child task: it cannot outlive this function.
  let filter = Filter(title: "method")
  diary.submitted("method")
  async let run: Void = filter.run()
  await run

  // A task has a result or an error, with their types.
  diary.submitted("function")
  let job = Task { try await filtered("function", 100) }
  if let result = try? await job.value {
    show("its result is \(result)")
  }
  // It is on this actor, so it begins at the next `await`.
  diary.submitted("cancelled")
  let cancelled = Task { try await filtered("cancelled", 100) }
  cancelled.cancel()
  diary.cancelled("cancelled")
  if case .failure = await cancelled.result {
    show("no result")
  }

  // No task is needed to test the function: it is called.
  if let result = try? await filtered("without a queue", 50) {
    show("its result is \(result)")
  }
}

nonisolated private struct Filter: Sendable {
  let title: String

  @concurrent func run() async { compute(title, milliseconds: 10) }
}

@concurrent private func filtered(
  _ title: String, _ pixel: Int
) async throws -> Int {
  try Task.checkCancellation()
  return diary.span(title) { pixel * 2 }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await submitAll()
}
// computes: closure; method; function; without a queue
// order: closure < method; method < function
