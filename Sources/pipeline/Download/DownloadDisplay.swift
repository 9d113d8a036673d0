import Foundation
import Workloads

/// What a user sees while files are downloaded. All members are called on the main queue.
protocol DownloadDisplay: RunDisplay {
  func started(_ file: DownloadFile)
  func settled(_ file: DownloadFile)
}

/// A plain line for every event, for logs and pipes.
final class LineDownloadDisplay: DownloadDisplay {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  func started(_ file: DownloadFile) { report(file, "downloading") }

  func settled(_ file: DownloadFile) {
    switch file.state {
    case .new, .downloading: report(file, "cancelled")
    case .saved(let saved):
      let resumed = saved.resumedFrom > 0 ? ", resumed after \(bytesInWords(saved.resumedFrom))" : ""
      report(file, "\(saved.file), \(bytesInWords(saved.bytes))\(resumed)")
    case .kept(let name): report(file, "\(name) is already there")
    case .failed(let reason): report(file, "failed: \(oneLine(reason))")
    }
  }

  private func report(_ file: DownloadFile, _ what: String) {
    terminal.write("\(file.position) \(oneLine(file.name)): \(what)\n")
  }
}

/// A line of JSON for every file that is done with.
final class JSONDownloadDisplay: DownloadDisplay {
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
    var state = "cancelled"
    var file: String?
    var bytes: Int?
    var resumedFrom: Int?
    var reason: String?
  }

  func started(_ file: DownloadFile) {}

  func settled(_ file: DownloadFile) {
    var report = Report(position: file.position, name: file.name, url: file.url)
    switch file.state {
    case .new, .downloading: break
    case .saved(let saved):
      report.state = "saved"
      report.file = saved.file
      report.bytes = saved.bytes
      report.resumedFrom = saved.resumedFrom
    case .kept(let name):
      report.state = "kept"
      report.file = name
    case .failed(let reason):
      report.state = "failed"
      report.reason = reason
    }
    guard let line = try? encoder.encode(report) else { return }
    terminal.write(String(decoding: line, as: UTF8.self) + "\n")
  }
}
