import Foundation
import LessonKit

/// Operation has no events. A file handle's callback adds an
/// operation for each part. For signals there is no counterpart.
nonisolated private func readAll(
  _ wire: Wire, into queue: OperationQueue
) -> FileHandle {
  // Otherwise, the order of the parts is not certain.
  queue.maxConcurrentOperationCount = 1
  let file = FileHandle(fileDescriptor: wire.descriptor)
  // Foundation calls it on its own queue.
  file.readabilityHandler = { file in
    // All data that has come. It is empty at the end.
    let count = file.availableData.count
    guard count > 0 else {
      file.readabilityHandler = nil
      return
    }
    queue.addOperation {
      diary.span("read") { show("\(count) bytes read") }
    }
  }
  return file
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let wire = Wire()
  let file = readAll(wire, into: OperationQueue())
  wire.write("photo")
  await ended("read")
  file.readabilityHandler = nil
  // Foundation doesn't tell when the pipe may be closed.
  _ = Unmanaged.passRetained(wire)
}
// computes: read
