import Foundation

/// Runs a blocking function on its own thread. Tests run on Swift's concurrency pool, which has only a few
/// threads.
///
/// - Parameter stack: The size of the thread's stack in bytes, or nil for the system's default. A small stack
///   exposes recursion.
/// - Throws: Any error from the function.
public func onThread<Value: Sendable, Failure: Error>(
  stack: Int? = nil, _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result: Result<Value, Failure> = await withCheckedContinuation { go in
    let thread = Thread { go.resume(returning: Result(catching: body)) }
    if let stack { thread.stackSize = stack }
    thread.start()
  }
  return try result.get()
}
