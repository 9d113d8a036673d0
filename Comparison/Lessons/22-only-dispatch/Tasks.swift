import LessonKit

/// Time is a clock that a task sleeps by; events are a stream.
public func tasks(_ diary: Diary) async {
  // Once, not before a moment.
  diary.submitted("later")
  try? await Task.sleep(for: .milliseconds(20))
  diary.span("later") { compute(milliseconds: 20) }

  // Again and again. It throws when the task is cancelled, and
  // so the loop ends.
  do {
    for _ in 1...3 {
      try await Task.sleep(for: .milliseconds(20))
      diary.span("tick") {}
    }
  } catch {
    diary.note("cancelled")
  }

  // Coalescing: a buffer for the newest alone.
  let (numbers, source) = AsyncStream.makeStream(
    of: Int.self, bufferingPolicy: .bufferingNewest(1))
  for number in 1...100 { source.yield(number) }
  source.finish()
  for await number in numbers {
    diary.span("report") { diary.note("\(number) in one element") }
  }
}
