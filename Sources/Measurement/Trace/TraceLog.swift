import Base
import Engine
import Foundation

/// All that happens in an engine, as it happens, kept in memory until it is written to a file.
public final class TraceLog: Sendable {
  private let record = Locked(Record())

  /// What has been recorded.
  struct Record: Sendable {
    var events: [TraceEvent] = []
    var photos: [PhotoJobs] = []
    var samples: [Sample] = []
    /// The names of the threads of `events`; empty for threads without one, and no entry for unknown threads.
    var threads: [UInt64: String] = [:]
  }

  /// The jobs that a photo has at one time.
  struct PhotoJobs: Sendable {
    let photo: Int
    let name: String
    let jobs: [JobID]
    let time: UInt64
  }

  /// The process's threads and memory at one time.
  struct Sample: Sendable {
    let threads: Int
    /// In bytes.
    let memory: Int
    let time: UInt64
  }

  public init() {}

  /// To be given to an engine.
  public var watcher: Watcher {
    { [record] event in
      record.withLock { record in
        record.events.append(event)
        // The engine reports an event on the thread on which it happens.
        if record.threads[event.thread] == nil { record.threads[event.thread] = currentThreadName() }
      }
    }
  }

  /// A photo, by its place in the list, has these jobs from now on: no others are left. May be called from any thread.
  public func photo(_ number: Int, _ name: String, jobs: [JobID]) {
    let photo = PhotoJobs(photo: number, name: name, jobs: jobs, time: monotonicNanoseconds())
    record.withLock { $0.photos.append(photo) }
  }

  /// - Parameter memory: in bytes.
  public func sample(threads: Int, memory: Int) {
    let sample = Sample(threads: threads, memory: memory, time: monotonicNanoseconds())
    record.withLock { $0.samples.append(sample) }
  }

  /// What has been recorded so far.
  var recorded: Record { record.value }
}

/// “main”, or the name that the thread was given; empty when it was given none.
private func currentThreadName() -> String {
  if Thread.isMainThread { return "main" }
  let name = Thread.current.name ?? ""
  // On Linux, Dispatch calls its own threads after a quality of service, and a thread without a name has the one of
  // the thread that made it: ultimately the program's, of which the system keeps 15 bytes.
  return name.contains("-qos") || ProcessInfo.processInfo.processName.hasPrefix(name) ? "" : name
}
