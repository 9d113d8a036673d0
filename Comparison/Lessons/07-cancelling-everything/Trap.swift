import Foundation
import LessonKit

/// Meant: no photo that still waits begins.
public func trap() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let (oneBegan, oneEnds, twoBegan) = (Gate(), Gate(), Gate())
  let one = BlockOperation {
    diary.span("photo 1") {
      oneBegan.open()
      oneEnds.wait()
    }
  }
  let two = BlockOperation {
    diary.span("photo 2") {
      twoBegan.open()
      show("photo 2 begins during the cancelling")
      compute(milliseconds: 20)
    }
  }
  let three = BlockOperation {
    compute("photo 3", milliseconds: 20)
  }
  diary.submitted("photo 1", "photo 2", "photo 3")
  queue.addOperations([one, two, three], waitUntilFinished: false)
  oneBegan.wait()

  // Wrong: one by one, like `cancelAllOperations`, while the
  // queue runs. Here, photo 1 ends between two of the calls.
  diary.cancelled("photo 1")
  one.cancel()
  oneEnds.open()
  twoBegan.wait()
  diary.cancelled("photo 2", "photo 3")
  for photo in [two, three] { photo.cancel() }
  queue.waitUntilAllOperationsAreFinished()
}
