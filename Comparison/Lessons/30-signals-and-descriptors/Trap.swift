import Dispatch
import LessonKit

/// Meant: it tells the reader once for each part that arrives.
nonisolated private func watch(
  _ wire: Wire, tell reader: @escaping @Sendable () -> Void
) -> any DispatchSourceRead {
  let source = DispatchSource.makeReadSource(
    fileDescriptor: wire.descriptor,
    queue: DispatchQueue(label: "events"))
  // Wrong: until the reader has read, there is still something
  // to read, so this is called again and again.
  source.setEventHandler { reader() }
  source.setCancelHandler { wire.close() }
  source.activate()
  return source
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let (wire, calls) = (Wire(), Locked(0))
  let source = watch(wire) {
    let count = calls.withLock { calls in
      calls += 1
      return calls
    }
    if count == 1_000 { show("told a thousand times") }
  }
  wire.write("photo")
  await ended("told a thousand times")
  source.cancel()
}
// never: read
