import Dispatch
import LessonKit

/// A signal calls a closure on the queue. Keep the source.
nonisolated private func watchSize(
  on queue: DispatchQueue
) -> any DispatchSourceSignal {
  let source = DispatchSource.makeSignalSource(
    signal: windowChange, queue: queue)
  source.setEventHandler {
    diary.span("signal") { show("the window has changed") }
  }
  // Only here: it sends the signal when none is lost.
  source.setRegistrationHandler { send(windowChange) }
  source.activate()
  return source
}

/// A descriptor calls a closure while there is something to read.
/// At the end of the data, it reads nothing.
nonisolated private func readAll(
  _ wire: Wire, on queue: DispatchQueue
) -> any DispatchSourceRead {
  let source = DispatchSource.makeReadSource(
    fileDescriptor: wire.descriptor, queue: queue)
  source.setEventHandler {
    let count = wire.read(atMost: 2)
    if count <= 0 { return source.cancel() }
    diary.span("read") { show("\(count) bytes read") }
  }
  source.setCancelHandler {
    // Not earlier: another file could then get its number.
    wire.close()
    show("closed")
  }
  source.activate()
  return source
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let queue = DispatchQueue(label: "events")
  let (size, wire) = (watchSize(on: queue), Wire())
  await ended("signal")
  size.cancel()
  let photo = readAll(wire, on: queue)
  wire.write("photo")
  await ended("read", times: 3)
  photo.cancel()
  await ended("closed")
  // Not earlier: on Linux, a pipe that ends during the cancellation
  // can crash libdispatch.
  withExtendedLifetime(wire) {}
}
// computes: signal; read
