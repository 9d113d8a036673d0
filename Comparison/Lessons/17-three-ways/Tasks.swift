import LessonKit

/// The filter as a closure, as a method, and as a function
/// with a result.
public func tasks(_ diary: Diary) async {
  await Task { diary.note("a closure") }.value

  // A child task: it cannot outlive this function.
  let filter = Filter(title: "a method", diary: diary)
  async let run: Void = filter.run()
  await run

  // A task has a result or an error, with their types.
  let job = Task { try await filtered(100) }
  if let result = try? await job.value {
    diary.note("a function, with the result \(result)")
  }
  let hold = Gate()
  let cancelled = Task {
    await hold.opened()
    return try await filtered(100)
  }
  cancelled.cancel()
  hold.open()
  if case .failure = await cancelled.result {
    diary.note("cancelled, no result")
  }

  // No task is needed to test the function: it is called.
  if let result = try? await filtered(50) {
    diary.note("without a task: \(result)")
  }
}

private struct Filter: Sendable {
  let title: String
  let diary: Diary

  func run() async { diary.note(title) }
}

private func filtered(_ pixel: Int) async throws -> Int {
  try Task.checkCancellation()
  return pixel * 2
}
