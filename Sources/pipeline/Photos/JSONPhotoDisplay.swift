import Foundation
import Workloads

/// A line of JSON for every photo that is done with.
final class JSONPhotoDisplay: PhotoDisplay {
  private let terminal: Terminal
  private let encoder = JSONEncoder()

  init(_ terminal: Terminal) {
    self.terminal = terminal
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  private struct Report: Encodable {
    let position: Int
    let name: String
    let url: String
    let state: String
    var file: String?
    var reason: String?
  }

  func changed(_ photo: Photo) {}

  func settled(_ photo: Photo, _ outcome: PhotoOutcome) {
    func report(_ state: String, file: String? = nil, reason: String? = nil) -> Report {
      Report(
        position: photo.number + 1, name: photo.name, url: photo.url, state: state, file: file, reason: reason
      )
    }
    let report =
      switch outcome {
      case .filtered: report("filtered", file: photo.fileName)
      case .skipped: report("kept", file: photo.fileName)
      case .failed(let reason): report("failed", reason: reason)
      case .cancelled: report("cancelled")
      }
    guard let line = try? encoder.encode(report) else { return }
    terminal.write(String(decoding: line, as: UTF8.self) + "\n")
  }
}
