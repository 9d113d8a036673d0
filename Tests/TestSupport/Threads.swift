import Foundation

/// Runs what blocks on a thread of its own: those of Swift's pool, which tests run on, are few.
///
/// - Parameter stack: the size of the thread's stack in bytes; the system's choice without one. A small one makes recursion
///   show.
/// - Throws: what the body throws.
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
