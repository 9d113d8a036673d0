import Workloads

/// What a user sees while photos are in progress. All members are called on the main queue.
protocol PhotoDisplay: RunDisplay {
  func changed(_ photo: Photo)
  func settled(_ photo: Photo, _ outcome: PhotoOutcome)
}

/// A plain line for every event, for logs and pipes.
final class LinePhotoDisplay: PhotoDisplay {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  func changed(_ photo: Photo) {
    if photo.isUnchanged { return }
    let event =
      switch photo.state {
      case .new: "cancelled"
      case .downloading: "downloading"
      case .downloaded: "downloaded"
      case .filtering: "filtering"
      case .filtered: "filtered"
      case .failed(let reason): "failed: \(oneLine(reason))"
      }
    terminal.write("\(oneLine(photo.name)): \(event)\n")
  }

  func settled(_ photo: Photo, _ outcome: PhotoOutcome) {
    guard outcome == .skipped else { return }
    let event = photo.image == nil ? "left to another run" : "already there"
    terminal.write("\(oneLine(photo.name)): \(event)\n")
  }
}
