import Foundation
import LessonKit

/// The download is cancelled before it starts. What was to
/// follow it follows all the same.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()

  let download = BlockOperation { diary.note("downloaded") }
  let filter = BlockOperation()
  filter.addExecutionBlock { [unowned filter] in
    diary.note("filter runs")
    // It can ask those that it waited for.
    let isInVain = filter.dependencies.contains(where: \.isCancelled)
    diary.note(isInVain ? "nothing to filter" : "filtered")
  }
  filter.addDependency(download)

  download.cancel()
  queue.addOperations([download, filter], waitUntilFinished: true)
}
