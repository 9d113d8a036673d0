import Foundation
import WebServer

/// System limits that are checked before engines and servers are created. With less, a run may trap in a library, or
/// hang because Dispatch silently retries forever when it can't create a thread.
enum Resources {
  /// The number of open files of a run without transfers, and the maximum per transfer: its connection, the sample
  /// server's end of that connection, and the output file.
  private static let (ownFiles, filesOfTransfer) = (40, 3)
  private static let leastFiles = 64
  /// The minimum address space in megabytes. On two cores, a run of the sample photos fails with 500 MB and succeeds
  /// with 600 MB.
  private static let leastMegabytes = 700

  /// Checks that enough open files, address space and threads are available.
  /// - Throws: `Shortage`.
  static func check() throws {
    let files = OpenFiles.raiseLimit()
    guard files >= leastFiles else {
      throw Shortage("only \(files) files can be open, but \(leastFiles) are needed; raise ulimit -n")
    }
    let megabytes = addressSpace / 1_000_000
    guard megabytes >= leastMegabytes else {
      throw Shortage(
        "only \(megabytes) MB of memory can be addressed, but \(leastMegabytes) are needed; raise ulimit -v")
    }
    try startThreads(2 * ProcessInfo.processInfo.activeProcessorCount + 8)
  }

  /// Returns the number of simultaneous transfers that the limit on open files allows, up to `count`.
  static func transfers(atMost count: Int) -> Int {
    min(count, max(1, (OpenFiles.raiseLimit() - ownFiles) / filesOfTransfer))
  }

  /// The limit on the address space, in bytes.
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

  /// Checks that this many threads can exist simultaneously.
  private static func startThreads(_ count: Int) throws {
    var started = 0
    defer {
      for _ in 0..<started { gate.signal() }
      ended.wait()
    }
    while started < count {
      try startThread { _ in
        Resources.gate.wait()
        Resources.ended.leave()
        return nil
      }
      ended.enter()
      started += 1
    }
  }
}

/// An error that names a scarce resource and the remedy.
struct Shortage: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

#if canImport(Darwin)
  typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
#else
  typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
#endif

/// Starts a detached thread. Unlike Foundation's `Thread`, it reports a failure. The body captures nothing, because its
/// first `free` would make malloc reserve an arena for the thread.
/// - Throws: `Shortage`.
func startThread(_ body: ThreadBody) throws {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer { pthread_attr_destroy(&attributes) }
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = pthread_create(&thread, &attributes, body, nil)
  guard code == 0 else {
    throw Shortage("no thread can be started (\(String(cString: strerror(code)))); raise ulimit -u or -v")
  }
}
