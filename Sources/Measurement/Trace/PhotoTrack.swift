import Engine

/// The states of a photo over time, from the moment its first job is added until its last job ends.
///
/// They are derived only from job events, so they are exact even if the main queue, which shows the photos, is delayed.
struct PhotoTrack {
  let photo: Int
  let name: String
  /// The photo's states in order: waiting, downloading, downloaded, filtering. The last one is the outcome (filtered,
  /// failed or cancelled) and has no end.
  private(set) var stages: [(state: String, since: UInt64)] = []
  /// The times at which the photo was cancelled while a body ran.
  private(set) var cancelRequests: [UInt64] = []
  /// The reason why the photo failed.
  private(set) var reason: String?
  var isOver: Bool { jobsLeft.isEmpty }

  /// The last state of a photo that failed.
  static let failed = "failed"

  private let queueStates: TraceLog.PhotoStates
  private var jobsLeft: Set<JobID>
  private var isCancelled = false

  private init(_ photo: TraceLog.PhotoJobs, _ queueStates: @escaping TraceLog.PhotoStates) {
    self.queueStates = queueStates
    self.photo = photo.photo
    name = photo.name
    jobsLeft = Set(photo.jobs)
  }

  /// Returns one track for each time that a photo was given jobs, in that order.
  static func tracks(of record: TraceLog.Record) -> [PhotoTrack] {
    var tracks = record.photos.map { PhotoTrack($0, record.photoStates) }
    var owners: [JobID: Int] = [:]
    for (index, photo) in record.photos.enumerated() { for job in photo.jobs { owners[job] = index } }
    for event in record.events {
      if let index = owners[event.job] { tracks[index].take(event) }
    }
    return tracks.filter { !$0.stages.isEmpty }
  }

  private mutating func take(_ event: TraceEvent) {
    switch event.kind {
    case .entered(.running): if reason == nil { stages.append((states(event.queueName).during, event.time)) }
    case .cancelRequested: cancelRequests.append(event.time)
    case .entered(.ended(let end)): ended(end, event)
    case .entered: if stages.isEmpty { stages.append(("waiting", event.time)) }
    case .returned, .prerequisite, .suspended, .resumed: break
    }
  }

  private mutating func ended(_ end: JobEnd, _ event: TraceEvent) {
    jobsLeft.remove(event.job)
    switch end {
    // Jobs that depend on a failed job have nothing to do, regardless of how they end.
    case _ where reason != nil: break
    case .finished: stages.append((states(event.queueName).after, event.time))
    case .failed(let error):
      reason = "\(error)"
      stages.append((Self.failed, event.time))
    case .cancelled: isCancelled = true
    }
    guard isOver else { return }
    if reason != nil {
      // The first “failed” stage began with the failure. This one marks the end.
      stages.append((Self.failed, event.time))
    } else if isCancelled {
      stages.append(("cancelled", event.time))
    }
  }

  /// Returns the states that the workload gives a photo during and after a job on one of its queues.
  private func states(_ queue: String) -> (during: String, after: String) {
    queueStates(queue) ?? ("in \(queue)", "after \(queue)")
  }
}
