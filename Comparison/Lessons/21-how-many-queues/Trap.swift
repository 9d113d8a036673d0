import Dispatch
import LessonKit

/// Meant: 32 photos that don't hold each other up.
public func trap() {
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
  photos.wait()
  show("32 photos block \(threads.all) threads")
}

// Only for running and checking it here.
// computes: photo
