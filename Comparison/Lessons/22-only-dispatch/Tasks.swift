import LessonKit

/// Time is a clock that a task sleeps by; events are a stream.
public func tasks(_ diary: Diary) async {
  // Once, not before a moment.
  try? await Task.sleep(for: .milliseconds(5))
  diary.note("later")

  // Again and again. It throws when the task is cancelled, and
  // so the loop ends.
  do {
    for _ in 1...3 { try await Task.sleep(for: .milliseconds(2)) }
    diary.note("three ticks")
  } catch {
    diary.note("cancelled")
  }

  // Coalescing: a buffer for the newest alone.
  let (numbers, source) = AsyncStream.makeStream(
    of: Int.self, bufferingPolicy: .bufferingNewest(1))
  for number in 1...1_000 { source.yield(number) }
  source.finish()
  for await number in numbers { diary.note("\(number) in one element") }
}
