/// The queues of the workloads. Traces, records and the gallery's page show these names.
public enum QueueName: String, CaseIterable, Sendable {
  case list, download, filter
  /// The queue on which a table of photos writes originals to disk.
  case putAside = "put aside"
  /// The queue on which a poster chooses its photos.
  case index
  case scale, draw, write

  /// The state of a photo during and after one of its jobs on this queue, or nil if the queue's jobs don't belong to
  /// photos.
  public var photoStates: (during: String, after: String)? {
    switch self {
    case .download: ("downloading", "downloaded")
    case .filter: ("filtering", "filtered")
    case .scale: ("scaling", "scaled")
    case .draw: ("drawing", "drawn")
    case .list, .putAside, .index, .write: nil
    }
  }
}
