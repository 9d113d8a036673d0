import Engine

/// A photo's way through its jobs, from when the first came to a queue until the last ended.
///
/// Worked out from the jobs' events alone, so it is exact even when the main queue, which shows the photos, is late.
struct PhotoTrack {
  let photo: Int
  let name: String
  /// The photo's states in order: waiting, downloading, downloaded, filtering; the last one has no end, and says how it
  /// ended: filtered, failed or cancelled.
  private(set) var stages: [(word: String, since: UInt64)] = []
  /// When it was cancelled while a body ran.
  private(set) var cancelRequests: [UInt64] = []
  /// Why it failed.
  private(set) var reason: String?
  private(set) var isOver = false

  private var jobsLeft: Set<JobID>
  private var isCancelled = false

  private init(_ photo: TraceLog.PhotoJobs) {
    self.photo = photo.photo
    name = photo.name
    jobsLeft = Set(photo.jobs)
  }

  /// One for each time that a photo had jobs, in the order in which they got them.
  static func tracks(of record: TraceLog.Record) -> [PhotoTrack] {
    var tracks = record.photos.map { PhotoTrack($0) }
    var owners: [JobID: Int] = [:]
    for (index, photo) in record.photos.enumerated() { for job in photo.jobs { owners[job] = index } }
    for event in record.events {
      if let index = owners[event.job] { tracks[index].take(event) }
    }
    return tracks.filter { !$0.stages.isEmpty }
  }

  private mutating func take(_ event: TraceEvent) {
    switch event.kind {
    case .waiting, .ready: if stages.isEmpty { stages.append(("waiting", event.time)) }
    case .running: if reason == nil { stages.append((words(event.queueName).doing, event.time)) }
    case .cancelRequested: cancelRequests.append(event.time)
    case .ended(let end): ended(end, event)
    case .returned, .prerequisite, .suspended, .resumed: break
    }
  }

  private mutating func ended(_ end: JobEnd, _ event: TraceEvent) {
    jobsLeft.remove(event.job)
    isOver = jobsLeft.isEmpty
    switch end {
    // The jobs behind one that failed find nothing to do, however they end.
    case _ where reason != nil: break
    case .finished: stages.append((words(event.queueName).done, event.time))
    case .failed(let error):
      reason = "\(error)"
      stages.append(("failed", event.time))
    case .cancelled: isCancelled = true
    }
    guard isOver else { return }
    if reason != nil {
      // It was failed from its failure on; now it is so for good.
      stages.append(("failed", event.time))
    } else if isCancelled {
      stages.append(("cancelled", event.time))
    }
  }
}

/// The words for a photo while a job of this queue runs, and after it.
private func words(_ queue: String) -> (doing: String, done: String) {
  switch queue {
  case "download": ("downloading", "downloaded")
  case "filter": ("filtering", "filtered")
  case "scale": ("scaling", "scaled")
  case "draw": ("drawing", "drawn")
  default: ("in \(queue)", "after \(queue)")
  }
}
