import Foundation
import Workloads

/// What a user sees while thumbnails are loaded. All members are called on the main queue.
protocol ThumbnailDisplay: RunDisplay {
  func listed()
  func changed(_ thumbnail: Thumbnail)
}

/// A plain line for every event, for logs and pipes.
final class LineThumbnailDisplay: ThumbnailDisplay {
  private let terminal: Terminal?
  private let run: ThumbnailRun

  /// - Parameter terminal: nil says nothing.
  init(_ terminal: Terminal?, run: ThumbnailRun) {
    self.terminal = terminal
    self.run = run
  }

  /// Reports the activity indicator; called on any thread.
  static func report(_ isOn: Bool, on terminal: Terminal?) {
    DispatchQueue.main.async { terminal?.write("loading: \(isOn ? "on" : "off")\n") }
  }

  func listed() {
    let count = run.groups.reduce(0) { $0 + $1.thumbnails.count }
    terminal?.write("list: \(counted(run.groups.count, "group")), \(counted(count, "thumbnail"))\n")
  }

  func changed(_ thumbnail: Thumbnail) {
    let photo = thumbnail.photo
    terminal?.write("\(oneLine(photo.name)): \(stateInWords(photo))\n")
  }
}

/// The state of a thumbnail.
func stateInWords(_ photo: Photo) -> String {
  switch photo.state {
  case .new: "cancelled"
  case .downloading: "downloading"
  case .downloaded: "downloaded"
  case .filtering: "scaling"
  case .filtered: photo.fileName
  case .failed(let reason): "failed: \(oneLine(reason))"
  }
}
