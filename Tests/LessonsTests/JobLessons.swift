import Foundation
import Lesson19
import LessonKit
import Testing

extension LessonRuns {
  /// Jobs as an application has them: results, errors, and what jobs share.
  @Suite struct JobLessons {
    @Test("19. A download ends with its photo, its error, or as cancelled though its reply never comes")
    func results() async throws {
      for story in try await Stories.lesson(19).all {
        #expect(story.notes == ["photo of oak", "cancelled", "failed: notFound"])
      }
    }

    @Test("19, trap. Cancelled in the queue, it neither begins nor finishes before its turn")
    func cancelledInQueue() async {
      let (isFinished, operation) = await onOwnThread {
        let (queue, operation) = (OperationQueue(), Endless())
        queue.isSuspended = true
        queue.addOperation(operation)
        operation.cancel()
        let isFinished = operation.isFinished
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        return (isFinished, operation)
      }
      #expect(!isFinished)
      #expect(described(operation.result) == "cancelled")
      #expect(!operation.hasBegun.isOpen)
    }

    @Test("19, trap. Cancelled before there is anything to abort, it is aborted afterwards")
    func cancelledTooEarly() async {
      let operation = await onOwnThread {
        let (queue, operation) = (OperationQueue(), Endless())
        operation.beforeRequest = { [unowned operation] in operation.cancel() }
        queue.addOperations([operation], waitUntilFinished: true)
        return operation
      }
      #expect(described(operation.result) == "cancelled")
      #expect(operation.hasBegun.isOpen)
    }

    @Test("19, trap. The first end counts")
    func firstEnd() {
      let operation = Endless()
      operation.start()
      operation.finish(.success("the photo"))
      operation.cancel()
      operation.finish(.success("another"))
      #expect(described(operation.result) == "the photo")
    }

    @Test("19, tasks. The handler of a task that was cancelled before runs first, with nothing to abort")
    @MainActor
    func earlyHandler() async {
      let diary = Diary()
      let task = Task {
        await withTaskCancellationHandler {
          diary.note("body")
        } onCancel: {
          diary.note("handler")
        }
      }
      task.cancel()
      await task.value
      #expect(diary.story.notes == ["handler", "body"])
    }
  }
}

/// A download whose reply never comes.
private final class Endless: AsyncOperation<String>, @unchecked Sendable {
  let hasBegun = Gate()
  // Safe: written before it is added to a queue.
  var beforeRequest: () -> Void = {}
  private let request = Locked<PhotoRequest?>(nil)

  override func begin() {
    hasBegun.open()
    beforeRequest()
    let sent = PhotoRequest("sea", after: Gate()) { self.finish($0) }
    request.withLock { $0 = sent }
  }
  override func abort() { request.withLock { $0 }?.cancel() }
}
