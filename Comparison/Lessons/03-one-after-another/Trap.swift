import Dispatch
import LessonKit

/// Meant: a poster of the photo, once it has been downloaded
/// and filtered.
private func makePoster() {
  let filters = DispatchQueue(label: "filters")
  let steps = DispatchGroup()
  let filtered = Locked(0)
  let isObserved = Gate()

  steps.enter()
  transfer("download", milliseconds: 20, after: isObserved) {
    // Wrong: the group is empty until the next step enters it.
    steps.leave()
    diary.submitted("filter")
    filters.async(group: steps) {
      compute("filter", milliseconds: 20)
      filtered.withLock { $0 += 1 }
    }
  }
  diary.depends("poster", on: "download")
  diary.submitted("poster")
  steps.notify(queue: filters) { @Sendable in
    diary.span("poster") {
      show("a poster of \(filtered.withLock { $0 }) photos")
      compute(milliseconds: 10)
    }
  }
  isObserved.open()
}

// Only for running and checking it here.
@MainActor public func trap() async {
  makePoster()
  await ended("poster", "filter")
}
// anywhere: download
// computes: poster; filter
// order: download < poster; poster < filter
