import LessonKit

/// Filters photos, one at a time. How many are left? Tasks can't
/// be listed, so count along the way.
@MainActor private final class Filters {
  private(set) var pending = 0
  private(set) var running = 0
  private(set) var done = 0

  func run(_ photos: ClosedRange<Int>) async {
    pending += photos.count
    for photo in photos { diary.submitted("filter \(photo)") }
    for photo in photos {
      pending -= 1
      running += 1
      await render("filter \(photo)")
      running -= 1
      done += 1
    }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let filters = Filters()
  let photos = Task { await filters.run(1...5) }
  await started("filter 1")
  show("look")
  show("pending", filters.pending)
  show("running", filters.running)
  await photos.value
  show("pending at the end", filters.pending)
  show("percent done", filters.done * 100 / 5)
}
/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String, line: Int = #line) async {
  await diary.span(job, line: line) { await ended("running") }
}
// computes: filter 1; filter 2; filter 3; filter 4; filter 5
// order: filter 1 < filter 2; filter 2 < filter 3
// order: filter 3 < filter 4; filter 4 < filter 5
