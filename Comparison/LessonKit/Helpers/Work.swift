import Foundation

/// A body that keeps a processor busy, as a filter does.
public func compute(milliseconds: Int) {
  let end = ContinuousClock.now + .milliseconds(milliseconds)
  while .now < end {}
}

/// A job that does.
public func compute(_ job: String, milliseconds: Int, line: Int = #line) {
  let span = diary.begin(job, line: line)
  compute(milliseconds: milliseconds)
  span.end(line: line)
}

/// A body that keeps a thread and uses no processor, as one does that waits for a disk.
@available(*, noasync, message: "A task must not block: await transfer(milliseconds:)")
public func block(milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }

/// A job that does.
@available(*, noasync, message: "A task must not block: await transfer(milliseconds:)")
public func block(_ job: String, milliseconds: Int, line: Int = #line) {
  let span = diary.begin(job, line: line)
  block(milliseconds: milliseconds)
  span.end(line: line)
}

/// A download, as the network does it: it keeps no thread of the caller's, and calls back on one of its own; not before
/// the gate is open, if there is one.
public func transfer(
  _ job: String, milliseconds: Int, after gate: Gate? = nil, line: Int = #line,
  _ done: @escaping @Sendable () -> Void
) {
  let span = diary.begin(job, line: line)
  transfer(milliseconds: milliseconds, after: gate) {
    span.end(line: line)
    done()
  }
}

/// Time that passes as it does for a transfer.
public func transfer(milliseconds: Int, after gate: Gate? = nil, _ done: @escaping @Sendable () -> Void) {
  Thread.detachNewThread {
    gate?.wait()
    block(milliseconds: milliseconds)
    done()
  }
}

/// A transfer to await. Cancelling the task does not end it.
public func transfer(_ job: String, milliseconds: Int, line: Int = #line) async {
  let span = diary.begin(job, line: line)
  await transfer(milliseconds: milliseconds)
  span.end(line: line)
}

/// Time to await. Cancelling the task does not end it.
public func transfer(milliseconds: Int) async {
  await withCheckedContinuation { task in transfer(milliseconds: milliseconds) { task.resume() } }
}

/// Whether this program was built without optimization, so that what it measures says little.
public let isDebugBuild: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()
