import Dispatch
import LessonKit

/// Meant: a poster of the photo, once it has been downloaded
/// and filtered.
public func trap() {
  let filters = DispatchQueue(label: "filters")
  let steps = DispatchGroup()
  let filtered = Locked(0)
  let (isObserved, done) = (Gate(), Gate())

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
    done.open()
  }
  isObserved.open()
  done.wait()
  filters.sync {}
}

// Only for running and checking it here.
// anywhere: download
// computes: poster; filter
