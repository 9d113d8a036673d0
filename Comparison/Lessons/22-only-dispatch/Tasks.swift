import LessonKit

/// Sleeps by a clock, and receives events from a stream.
public func tasks() async {
  // Once, after a delay.
  diary.submitted("later")
  try? await Task.sleep(for: .milliseconds(20))
  await filter("later", milliseconds: 20)

  // Repeatedly, at times set in advance: a sleep *for* a time
  // would add that of each tick. Cancelled, it ends the loop.
  do {
    var next = ContinuousClock.now
    for _ in 1...3 {
      next += .milliseconds(20)
      try await Task.sleep(until: next, tolerance: .milliseconds(2))
      await filter("tick", milliseconds: 5)
    }
  } catch { show("cancelled") }

  // A buffer for the newest element drops the others.
  let (numbers, source) = AsyncStream.makeStream(
    of: Int.self, bufferingPolicy: .bufferingNewest(1))
  for number in 1...100 { source.yield(number) }
  source.finish()
  for await number in numbers {
    diary.span("report") { show("\(number) in one element") }
  }

  // Debounce: three letters are typed, and one search runs.
  let search = Search()
  await search.type(["o", "oa", "oak"])
  await search.done.opened()
}

/// Leaves the main actor.
@concurrent private func filter(_ job: String, milliseconds: Int) async {
  compute(job, milliseconds: milliseconds)
}

@MainActor private final class Search {
  nonisolated let done = Gate()
  private var pending: Task<Void, any Error>?

  func type(_ texts: [String]) async {
    for text in texts {
      pending?.cancel()
      pending = Task {
        try await Task.sleep(for: .milliseconds(20))
        // It may have slept enough before it was cancelled.
        try Task.checkCancellation()
        diary.span("search") { show("search for \(text)") }
        done.open()
      }
    }
  }
}

// Only for running and checking it here.
// anywhere: report
// computes: later; tick
// main: search
