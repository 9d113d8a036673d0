import Dispatch
import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
private func makePoster() {
  let filters = DispatchQueue(label: "filters", attributes: .concurrent)
  let photos = DispatchGroup()

  for (photo, time) in [("fox", 20), ("oak", 40), ("sea", 60)] {
    diary.depends("filter \(photo)", on: "download \(photo)")
    diary.depends("poster", on: "filter \(photo)")
    photos.enter()
    transfer("download \(photo)", milliseconds: time) {
      // The end of the download submits the filter, whose end
      // leaves the group, so it is never empty in between.
      diary.submitted("filter \(photo)")
      filters.async {
        compute("filter \(photo)", milliseconds: 20)
        photos.leave()
      }
    }
  }
  diary.submitted("poster")
  // `@Sendable`: in Swift 6 mode, a closure of the main actor
  // would trap on this queue (lesson 29).
  photos.notify(queue: filters) { @Sendable in
    compute("poster", milliseconds: 20)
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  makePoster()
  await ended("poster")
}
// anywhere: download fox; download oak; download sea
// computes: filter fox; filter oak; filter sea; poster
// order: download fox < filter fox; download oak < filter oak
// order: download sea < filter sea
// order: filter fox < poster; filter oak < poster; filter sea < poster
