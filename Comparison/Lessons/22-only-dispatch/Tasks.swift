import LessonKit

/// A job after a delay.
private func runLater() async throws {
  diary.submitted("later")
  try await Task.sleep(for: .milliseconds(20))
  await filter("later", milliseconds: 20)
}

/// Three jobs, at times set in advance: a sleep *for* a time
/// would add that of each tick. Cancelled, the sleep throws, and
/// ends the loop.
private func repeats() async throws {
  var next = ContinuousClock.now
  for _ in 1...3 {
    next += .milliseconds(20)
    try await Task.sleep(until: next, tolerance: .milliseconds(2))
    await filter("tick", milliseconds: 5)
  }
}

/// Coalescing: a buffer for the newest element drops the others.
private func report() async {
  let (numbers, source) = AsyncStream.makeStream(
    of: Int.self, bufferingPolicy: .bufferingNewest(1))
  for number in 1...100 { source.yield(number) }
  source.finish()
  for await number in numbers {
    diary.span("report") { show("\(number) in one element") }
  }
}

/// Debounce: the search waits until no letter has come for 20
/// milliseconds.
@MainActor private final class Field {
  private var pending: Task<Void, any Error>?

  func type(_ text: String) {
    pending?.cancel()
    pending = Task {
      try await Task.sleep(for: .milliseconds(20))
      // It may have slept enough before it was cancelled.
      try Task.checkCancellation()
      diary.span("search") { show("search for \(text)") }
    }
  }
}

/// Leaves the main actor.
@concurrent private func filter(_ job: String, milliseconds: Int) async {
  compute(job, milliseconds: milliseconds)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  try? await runLater()
  try? await repeats()
  await report()
  let field = Field()
  for text in ["o", "oa", "oak"] { field.type(text) }
  await ended("search")
}
// anywhere: report
// computes: later; tick
// main: search
