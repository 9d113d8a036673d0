import Foundation

/// Starts a thread, and says so when that cannot be: Foundation's `Thread` does not.
/// - Throws: `Shortage`.
func startThread(_ body: @escaping @Sendable () -> Void) throws { try startThread(ThreadBody(body)) }

/// The same, with a body that several threads may share.
func startThread(_ body: ThreadBody) throws {
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let boxed = Unmanaged.passRetained(body)
  let code = pthread_create(&thread, nil, runThreadBody, boxed.toOpaque())
  guard code == 0 else {
    boxed.release()
    throw Shortage("no thread can be started (\(String(cString: strerror(code)))); raise ulimit -u or -v")
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
}

final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runThreadBody(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run()
    return nil
  }
#else
  private func runThreadBody(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
    return nil
  }
#endif
