import Dispatch
import LessonKit

/// Meant: 32 photos that don't hold each other up.
private func loadPhotos() {
  let threads = Threads()
  let (all, photos) = (Meeting(of: 32), DispatchGroup())
  for number in 1...32 {
    // Wrong: a serial queue that blocks takes its own thread.
    let queue = DispatchQueue(label: "photo \(number)")
    diary.submitted("photo")
    queue.async(group: photos) {
      diary.span("photo") {
        threads.count()
        all.meet()
      }
    }
  }
  photos.notify(queue: .main) {
    show("32 photos block \(threads.all) threads")
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  loadPhotos()
  await ended("32 photos block 32 threads")
}
// computes: photo
