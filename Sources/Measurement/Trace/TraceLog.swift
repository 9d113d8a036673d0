import Base
import Engine
import Foundation

/// Records all events of an engine in memory until they are written to a file.
public final class TraceLog: Sendable {
  /// Returns the state of a photo during and after a job of the queue with this name, or nil if the queue's workload
  /// has no names for them.
  public typealias PhotoStates = @Sendable (_ queue: String) -> (during: String, after: String)?

  private let record: Locked<Record>

  /// The recorded events, photos, samples and thread names.
  struct Record: Sendable {
    var events: [TraceEvent] = []
    var photos: [PhotoJobs] = []
    var samples: [Sample] = []
    /// The thread names by thread. The name is empty for an unnamed thread, and missing for an unknown one.
    var threads: [UInt64: String] = [:]
    let photoStates: PhotoStates
  }

  /// The jobs that a photo has from a certain time on.
  struct PhotoJobs: Sendable {
    let photo: Int
    let name: String
    let jobs: [JobID]
    let time: UInt64
  }

  /// The number of threads and the memory of the process at a certain time.
  struct Sample: Sendable {
    let threads: Int
    /// The resident memory in bytes.
    let memory: Int
    let time: UInt64
  }

  public init(photoStates: @escaping PhotoStates = { _ in nil }) {
    record = Locked(Record(photoStates: photoStates))
  }

  /// A watcher that records events. Pass it to an engine.
  public var watcher: Watcher {
    { [record] event in
      record.withLock { record in
        record.events.append(event)
        // Events are reported on the thread on which they happen.
        if record.threads[event.thread] == nil { record.threads[event.thread] = currentThreadName() }
      }
    }
  }

  /// Records that a photo, given by its index in the list, has only these jobs from now on. It can be called on any
  /// thread.
  public func photo(_ number: Int, _ name: String, jobs: [JobID]) {
    let photo = PhotoJobs(photo: number, name: name, jobs: jobs, time: monotonicNanoseconds())
    record.withLock { $0.photos.append(photo) }
  }

  /// - Parameter memory: The resident memory in bytes.
  public func sample(threads: Int, memory: Int) {
    let sample = Sample(threads: threads, memory: memory, time: monotonicNanoseconds())
    record.withLock { $0.samples.append(sample) }
  }

  /// A snapshot of the recorded data.
  var recorded: Record { record.value }
}

/// Returns “main” or the name of the current thread. Returns an empty string if the thread has no name.
private func currentThreadName() -> String {
  if Thread.isMainThread { return "main" }
  let name = Thread.current.name ?? ""
  // On Linux, Dispatch names its threads after a quality of service. A thread without a name inherits the name of the
  // thread that created it, and ultimately the program's name, of which the system keeps 15 bytes.
  return name.contains("-qos") || ProcessInfo.processInfo.processName.hasPrefix(name) ? "" : name
}
