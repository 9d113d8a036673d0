import Foundation
import WebServer

/// What the system must give before anything is begun: a run that gets less hangs in Dispatch, which waits for threads
/// without end, or traps in a library.
enum Resources {
  /// Open files of a run without transfers, and of each transfer at most: its connection, the sample server's end of it,
  /// and the file that it goes into.
  private static let (ownFiles, filesOfTransfer) = (40, 3)
  private static let leastFiles = 64
  /// Of address space; a run of the sample photos on two cores is out of memory with 500 MB, and well with 600.
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

  /// Sees whether so many threads can be there at the same time.
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

/// What the system does not give enough of, and the cure.
struct Shortage: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
