import Dispatch
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, so the filter needn't wait any longer. You can't tell
/// whether a notification was cancelled in time, so both events
/// call the filter, and the first call runs it.
@MainActor private final class PhotoLoader {
  private let filters = DispatchQueue(label: "filters")
  private var isFiltered = false

  func load(after arrives: Gate) {
    let download = DispatchGroup()
    diary.submitted("filter")
    download.enter()
    // Without `@Sendable`, because it is for the main queue.
    download.notify(queue: .main) { self.filter() }
    transfer("download", milliseconds: 20, after: arrives) {
      download.leave()
    }
  }
  func findInCache() {
    show("the photo is in the cache")
    filter()
  }
  /// Needs no lock, because both callers are on the main queue.
  private func filter() {
    guard !isFiltered else { return show("called again, too late") }
    isFiltered = true
    filters.async { compute("filter", milliseconds: 20) }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let (loader, arrives) = (PhotoLoader(), Gate())
  loader.load(after: arrives)
  await transfer(milliseconds: 20)
  loader.findInCache()
  await ended("filter")
  arrives.open()
  await ended("called again, too late")
}
// anywhere: download
// computes: filter
// order: download < filter
