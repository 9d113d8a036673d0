import Foundation

/// Keeps a processor busy, like a filter.
public func compute(milliseconds: Int) {
  let end = ContinuousClock.now + .milliseconds(milliseconds)
  while .now < end {}
}

/// Runs a job that keeps a processor busy.
public func compute(_ job: String, milliseconds: Int, line: Int = #line) {
  let span = diary.begin(job, line: line)
  compute(milliseconds: milliseconds)
  span.end(line: line)
}

/// Blocks a thread without using a processor, like waiting for a disk.
@available(*, noasync, message: "A task must not block: await transfer(milliseconds:)")
public func block(milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }

/// Runs a job that blocks a thread.
@available(*, noasync, message: "A task must not block: await transfer(milliseconds:)")
public func block(_ job: String, milliseconds: Int, line: Int = #line) {
  let span = diary.begin(job, line: line)
  block(milliseconds: milliseconds)
  span.end(line: line)
}

/// Runs a download job, as the network would. It blocks none of the caller's threads, and calls `done` on its own
/// thread. If there is a gate, the download waits for it.
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

/// Calls `done` on another thread after the given time, which starts when the gate is open.
public func transfer(milliseconds: Int, after gate: Gate? = nil, _ done: @escaping @Sendable () -> Void) {
  Thread.detachNewThread {
    gate?.wait()
    block(milliseconds: milliseconds)
    done()
  }
}

/// Runs a transfer job. Cancelling the task doesn't end it.
public func transfer(_ job: String, milliseconds: Int, line: Int = #line) async {
  let span = diary.begin(job, line: line)
  await transfer(milliseconds: milliseconds)
  span.end(line: line)
}

/// Suspends the task for the duration of a transfer. Cancelling the task doesn't end it.
public func transfer(milliseconds: Int) async {
  await withCheckedContinuation { task in transfer(milliseconds: milliseconds) { task.resume() } }
}

/// Whether this program was built without optimization. If so, its measurements say little.
public let isDebugBuild: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()
