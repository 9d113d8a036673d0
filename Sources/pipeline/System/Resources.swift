import Foundation
import WebServer

/// What the system has to provide before engines and servers are made. With less, a run hangs, as Dispatch retries for ever where a
/// thread cannot be created and reports nothing, or traps in a library.
enum Resources {
  /// Open files of a run without transfers, and of each transfer at most: its connection, the sample server's end of it,
  /// and the file that it goes into.
  private static let (ownFiles, filesOfTransfer) = (40, 3)
  private static let leastFiles = 64
  /// Megabytes of address space; on two cores a run of the sample photos fails with 500 MB and succeeds with 600.
  private static let leastMegabytes = 700

  /// - Throws: `Shortage`.
  static func check() throws {
    let files = OpenFiles.raiseLimit()
    guard files >= leastFiles else {
      throw Shortage("\(files) files may be open at a time, and \(leastFiles) are needed; raise ulimit -n")
    }
    let megabytes = addressSpace / 1_000_000
    guard megabytes >= leastMegabytes else {
      throw Shortage(
        "\(megabytes) MB of memory may be addressed, and \(leastMegabytes) are needed; raise ulimit -v")
    }
    try startThreads(2 * ProcessInfo.processInfo.activeProcessorCount + 8)
  }

  /// As many transfers at a time as there may be files open for.
  static func transfers(atMost count: Int) -> Int {
    min(count, max(1, (OpenFiles.raiseLimit() - ownFiles) / filesOfTransfer))
  }

  /// In bytes.
  private static var addressSpace: UInt64 {
    var limit = rlimit()
    #if canImport(Darwin)
      let known = getrlimit(RLIMIT_AS, &limit) == 0
    #else
      let known = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    #endif
    return known ? UInt64(limit.rlim_cur) : .max
  }

  private static let (gate, ended) = (DispatchSemaphore(value: 0), DispatchGroup())
  /// One for all threads, and for good: a thread's first `free` would make malloc give it an arena.
  private static let waiting = ThreadBody {
    gate.wait()
    ended.leave()
  }

  /// Checks that this many threads can exist at the same time.
  private static func startThreads(_ count: Int) throws {
    var started = 0
    defer {
      for _ in 0..<started { gate.signal() }
      ended.wait()
    }
    while started < count {
      ended.enter()
      do {
        try startThread(waiting)
      } catch {
        ended.leave()
        throw error
      }
      started += 1
    }
  }
}

/// A resource that is too scarce, with the cure.
struct Shortage: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

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
