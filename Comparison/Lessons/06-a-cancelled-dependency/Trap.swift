import Foundation
import LessonKit

/// Meant: a poster that comes after the filter, which comes
/// after the download.
private func makePoster() -> [Operation] {
  let queue = OperationQueue()
  let photo = Locked<String?>(nil)
  let end = Gate()

  let download = BlockOperation {
    diary.span("download") {
      // The rest of the photo takes longer than the poster.
      _ = end.wait(milliseconds: 60_000)
      compute(milliseconds: 10)
      photo.withLock { $0 = "the photo" }
    }
  }
  let filter = BlockOperation {
    compute("filter", milliseconds: 20)
  }
  let poster = BlockOperation {
    diary.span("poster") {
      let photo = photo.withLock { $0 }
      show(photo ?? "a poster without its photo")
      compute(milliseconds: 20)
    }
    end.open()
  }
  // Wrong: nothing orders the poster after the download itself.
  filter.addDependency(download)
  poster.addDependency(filter)
  diary.depends("filter", on: "download")
  diary.depends("poster", on: "filter")
  diary.submitted("poster", "filter", "download")
  let steps = [poster, filter, download]
  queue.addOperations(steps, waitUntilFinished: false)
  diary.cancelled("filter")
  filter.cancel()
  return steps
}

// Only for running and checking it here.
@MainActor public func trap() async {
  Kept.steps = makePoster()
  await ended("download", "poster")
}
// On Linux, a cancelled dependent has to exist when its
// dependency ends.
@MainActor private enum Kept { static var steps: [Operation] = [] }
// computes: download; poster
