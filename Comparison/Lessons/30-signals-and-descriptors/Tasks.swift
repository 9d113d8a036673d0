import Dispatch
import LessonKit

/// A stream of signals. A Dispatch source feeds it,
/// because Swift has no events.
nonisolated private func sizes() -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
    let source = DispatchSource.makeSignalSource(signal: windowChange)
    source.setEventHandler { stream.yield() }
    // Only here: it sends the signal when none is lost.
    source.setRegistrationHandler { send(windowChange) }
    // Safe: any thread may cancel a source. This also keeps it.
    nonisolated(unsafe) let kept = source
    stream.onTermination = { _ in kept.cancel() }
    source.activate()
  }
}

/// A stream of the parts that arrive. The handler reads them
/// itself: it is called while there is something to read.
nonisolated private func parts(of wire: Wire) -> AsyncStream<Int> {
  AsyncStream { stream in
    let source = DispatchSource.makeReadSource(
      fileDescriptor: wire.descriptor)
    source.setEventHandler {
      let count = wire.read(atMost: 2)
      if count <= 0 { stream.finish() } else { stream.yield(count) }
    }
    source.setCancelHandler {
      // Not earlier: another file could then get its number.
      wire.close()
      show("closed")
    }
    nonisolated(unsafe) let kept = source
    stream.onTermination = { _ in kept.cancel() }
    source.activate()
  }
}

/// Handles one signal. Leaving the loop ends the stream.
private func watchSize() async {
  for await _ in sizes() {
    diary.span("signal") { show("the window has changed") }
    break
  }
}

private func readAll(_ wire: Wire) async {
  for await count in parts(of: wire) {
    diary.span("read") { show("\(count) bytes read") }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await watchSize()
  let wire = Wire()
  let reading = Task { await readAll(wire) }
  wire.write("photo")
  await ended("read", times: 3)
  reading.cancel()
  await ended("closed")
  // Not earlier: on Linux, a pipe that ends during the cancellation
  // can crash libdispatch.
  withExtendedLifetime(wire) {}
}
// anywhere: signal; read
