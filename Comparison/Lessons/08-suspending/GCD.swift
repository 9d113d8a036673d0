import Dispatch
import LessonKit

/// Filters photos one at a time. None begins while the user
/// drags the list, or has a menu open.
@MainActor private final class Filters {
  // Released while suspended, it traps.
  private let queue = DispatchQueue(label: "filters")

  func add(_ photo: String) {
    diary.submitted(photo)
    queue.async { diary.span(photo) { filter(photo) } }
  }
  func beginDragging() {
    queue.suspend()
    diary.suspended("queue")
  }
  func openMenu() {
    queue.suspend()  // Dispatch counts.
    diary.suspended("queue")
  }
  func endDragging() {
    show("resumed once")
    diary.resumed("queue")
    queue.resume()
  }
  func closeMenu() {
    show("resumed twice")
    diary.resumed("queue")
    queue.resume()
  }
}

/// Suspends a concurrent queue too late: it has passed
/// everything to the pool. All of it runs.
private func filterTogether() -> DispatchQueue {
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  for _ in 1...200 {
    diary.submitted("photo")
    pool.async { filterPhoto() }
  }
  pool.suspend()
  diary.suspended("pool")
  return pool  // Resume it before you release it.
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let filters = Filters()
  filters.add("first")
  filters.add("second")
  await started("first")
  filters.beginDragging()
  filters.openMenu()
  show("first continues")
  await ended("first")
  await transfer(milliseconds: 20)
  filters.endDragging()
  await transfer(milliseconds: 20)
  filters.closeMenu()
  await ended("second")
  let pool = filterTogether()
  show("the photos continue")
  let ran = 200
  await ended("photo", times: ran)
  show("of 200 ran though suspended", ran)
  diary.resumed("pool")
  pool.resume()
}
nonisolated private func filter(_ photo: String) {
  if photo == "first" { waitUntilEnded("first continues") }
  compute(milliseconds: 20)
}
nonisolated private func filterPhoto() {
  waitUntilEnded("the photos continue")
  compute("photo", milliseconds: 1)
}
// computes: first; second; photo
// order: first < second; second < photo
