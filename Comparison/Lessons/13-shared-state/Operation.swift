import Foundation
import LessonKit

/// Four workers take photos from one set until it is empty.
public func operation(_ diary: Diary) {
  let photos = Photos(8)
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 4

  for number in 1...4 {
    diary.submitted("worker \(number)")
    queue.addOperation {
      diary.span("worker \(number)") {
        while let photo = photos.take() {
          diary.span("photo \(photo)") { compute(milliseconds: 20) }
        }
      }
    }
  }
  queue.waitUntilAllOperationsAreFinished()
  diary.figure("taken", photos.taken.count)
  diary.figure("taken by two", 8 - Set(photos.taken).count)
}

private final class Photos: @unchecked Sendable {
  // Safe: touched under the lock only. An `OperationQueue` has
  // no `sync` that returns a result.
  private let lock = NSLock()
  private var rest: Set<Int>
  private var all: [Int] = []

  init(_ count: Int) { rest = Set(1...count) }

  /// Looking and taking is one step. Between two steps another
  /// worker could take the same photo.
  func take() -> Int? {
    lock.withLock {
      guard let photo = rest.popFirst() else { return nil }
      all.append(photo)
      return photo
    }
  }

  var taken: [Int] { lock.withLock { all } }
}
