import Foundation
import LessonKit

/// Shows the quality of service that operations run at.
private func showAll() {
  func figure(
    _ name: String, queue quality: QualityOfService? = nil,
    operation own: QualityOfService? = nil
  ) {
    let queue = OperationQueue()
    if let quality { queue.qualityOfService = quality }
    let operation = BlockOperation {
      diary.span(name) { show("\(urgencyName()), \(name)", urgency()) }
    }
    if let own { operation.qualityOfService = own }
    diary.submitted(name)
    queue.addOperation(operation)
  }

  // That of its queue.
  figure("plain")
  figure("utility", queue: .utility)
  figure("background", queue: .background)

  // An operation's own: on Linux it doesn't reach the thread.
  figure("background on plain", operation: .background)
}

// Only for running and checking it here.
@MainActor public func operation() async {
  showAll()
  await ended("plain", "utility", "background", "background on plain")
}
// computes: plain; utility; background; background on plain
