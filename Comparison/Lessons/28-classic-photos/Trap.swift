import Foundation
import LessonKit

/// Meant: a row that has left the screen isn't shown.
public func trap() {
  let filters = OperationQueue()
  // It stands for the main queue.
  let main = OperationQueue()
  main.maxConcurrentOperationCount = 1
  let (isNext, scrolled) = (Gate(), Gate())

  let filter = BlockOperation {
    compute("filter row 1", milliseconds: 20)
  }
  let update = BlockOperation {
    diary.span("update") {
      // Wrong: it was cancelled after its end, so this is false.
      if filter.isCancelled { return }
      show("row 1 is shown, out of sight")
      compute(milliseconds: 10)
    }
  }
  filter.completionBlock = {
    diary.submitted("update")
    main.addOperation(update)
    isNext.open()
  }
  // The user scrolls: the main queue is busy until row 1 is gone.
  main.addOperation { diary.span("scroll") { scrolled.wait() } }
  diary.submitted("filter row 1")
  filters.addOperation(filter)
  isNext.wait()
  filter.cancel()
  scrolled.open()
  main.waitUntilAllOperationsAreFinished()
}
