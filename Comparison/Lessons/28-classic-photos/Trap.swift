import Foundation
import LessonKit

/// Meant: a photo that has left the screen isn't shown.
@MainActor private final class PhotoList {
  let filtrationQueue = OperationQueue()
  var inProgress: [Int: Operation] = [:]

  func startFiltration(for id: Int) {
    let filter = BlockOperation {
      compute("filter \(id)", milliseconds: 20)
    }
    filter.completionBlock = {
      DispatchQueue.main.async {
        // Wrong: it was cancelled after its end, so this is false.
        if filter.isCancelled { return }
        show("photo \(id) is shown, out of sight")
      }
    }
    inProgress[id] = filter
    diary.submitted("filter \(id)")
    filtrationQueue.addOperation(filter)
  }
  func stop(_ id: Int) { inProgress.removeValue(forKey: id)?.cancel() }
}

// Only for running and checking it here.

@MainActor public func trap() async {
  let (list, isShown) = (PhotoList(), Gate())
  list.filtrationQueue.isSuspended = true
  list.startFiltration(for: 1)
  scroll(list, isShown)
  await isShown.opened()
}

/// The user scrolls: the main thread is busy until the filter has ended and
/// photo 1 is gone.
@MainActor private func scroll(_ list: PhotoList, _ isShown: Gate) {
  let filter = list.inProgress[1]
  let completion = filter?.completionBlock
  filter?.completionBlock = {
    completion?()
    DispatchQueue.main.async { isShown.open() }
  }
  list.filtrationQueue.isSuspended = false
  filter?.waitUntilFinished()
  list.stop(1)
}

// computes: filter 1
