import Dispatch
import LessonKit

/// Meant: two workers share the photos that are left.
private func shareLastPhoto() {
  let photos = Locked(1)
  let bothHaveLooked = Meeting(of: 2)
  let workers = DispatchGroup()
  for name in ["worker 1", "worker 2"] {
    DispatchQueue(label: name).async(group: workers) {
      diary.span(name) {
        // Wrong: each line has the lock, but not both together.
        let isLeft = photos.withLock { $0 > 0 }
        bothHaveLooked.meet()
        if isLeft { photos.withLock { $0 -= 1 } }
        compute(milliseconds: 10)
      }
    }
  }
  workers.notify(queue: .main) {
    show("\(photos.withLock { $0 }) photos are left")
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  shareLastPhoto()
  await ended("-1 photos are left")
}
// computes: worker 1; worker 2
