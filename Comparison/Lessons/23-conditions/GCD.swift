import Dispatch
import LessonKit

/// Runs two migrations that exclude each other, a download
/// beside them, an upload whose condition doesn't hold, and two
/// thumbnails that are one job to their observers.
private func runAll() {
  // Jobs that must not overlap share a serial queue.
  let migrations = DispatchQueue(label: "migrations")
  let rest = DispatchQueue(label: "rest", attributes: .concurrent)
  let both = Meeting(of: 2)

  diary.submitted("migration 1", "migration 2", "download", "upload")
  migrations.async {
    diary.span("migration 1") { both.meet() }
  }
  migrations.async {
    compute("migration 2", milliseconds: 10)
  }
  rest.async {
    diary.span("download") { both.meet() }
  }
  // A condition is an `if`.
  let isThere = Locked(false)
  rest.async {
    diary.span("upload") {
      guard isThere.withLock({ $0 }) else { return show("no network") }
      compute(milliseconds: 10)
    }
  }
  // Their group, which notifies its observers.
  let thumbnails = DispatchGroup()
  diary.submitted("thumbnail 1", "thumbnail 2")
  show("thumbnails begin")
  for number in 1...2 {
    rest.async(group: thumbnails) {
      compute("thumbnail \(number)", milliseconds: 10)
    }
  }
  thumbnails.notify(queue: .main) { show("thumbnails end") }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  runAll()
  await ended("migration 2", "download", "upload", "thumbnails end")
}
// computes: migration *; download; upload; thumbnail *
// order: migration 1 < migration 2
