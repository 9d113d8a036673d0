import Foundation
import LessonKit

/// Meant: when the filter has ended, its photo is freed.
private func filter(_ photo: Photo) {
  let filter = BlockOperation()
  // Wrong: the operation keeps its block, and the block keeps
  // the operation.
  filter.addExecutionBlock {
    if !filter.isCancelled { photo.use(in: "filter") }
  }
  diary.submitted("filter")
  OperationQueue().addOperation(filter)
}

private func look(for photo: Photo?) {
  show(photo == nil ? "freed" : "never freed")
}

// Only for running and checking it here.
@MainActor public func trap() async {
  weak var weakly: Photo?
  do {
    let photo = Photo(freed: Gate())
    weakly = photo
    filter(photo)
  }
  await ended("filter")
  await transfer(milliseconds: 100)
  look(for: weakly)
}
// computes: filter
