import Foundation
import Measurement
import Workloads

/// What the slow gallery came to.
struct ThumbnailSummary: RunSummary {
  private let engine: String
  private let out: String
  private let groups: [ThumbnailGroup]
  private let isCancelled: Bool
  private let figures: RunFigures
  private let photos: [Photo]
  let failures: [Failure]
  private let bytesFetched: Int
  private let bytesWasted: Int

  init(engine: String, out: String, run: ThumbnailRun, figures: RunFigures) {
    self.engine = engine
    self.out = out
    groups = run.groups
    isCancelled = run.isCancelled
    bytesFetched = run.bytes.received
    bytesWasted = run.bytes.wasted
    self.figures = figures
    photos = groups.flatMap(\.thumbnails).map(\.photo)
    failures = run.failures.map { Failure($0, broken: []) }
  }

  var hasFailures: Bool { photos.contains(where: \.hasFailed) }

  func text(_ style: Style) -> String {
    let names = min(24, groups.map { columns($0.name) }.max() ?? 0)
    let room = max(20, Terminal.output.size.columns - 5 - names)
    let lines =
      [headline(style, failed: failures.count)]
      + groups.flatMap { group in
        let marks = group.thumbnails.map { oneLine("\(mark($0.photo)) \($0.photo.name)") }
        let rows = folded(marks, "  ", to: room)
        return (rows.isEmpty ? [""] : rows).enumerated().map { row, marks in
          "  \(fitted(row == 0 ? group.name : "", to: names))  \(marks)"
        }
      }
      + failureLines(failures, style)
      + figureLines(engine: engine, fetched: nil, isWhole: !isCancelled, figures)
    return lines.joined(separator: "\n") + "\n"
  }

  private struct JSON: Encodable {
    let engine: String
    let out: String
    let groups: Int
    let written: Int
    let failed: [Failure]
    let cancelled: Int
    let interrupted: Bool
    let bytesFetched: Int
    /// Of thumbnails that were not written in the end.
    let bytesWasted: Int
    let figures: RunFigures
  }

  func json() throws -> String {
    let json = JSON(
      engine: engine, out: out, groups: groups.count, written: photos.count { $0.state == .filtered },
      failed: failures, cancelled: photos.count(where: \.needsWork), interrupted: isCancelled,
      bytesFetched: bytesFetched, bytesWasted: bytesWasted, figures: figures)
    return try summaryJSON(json)
  }

  private func mark(_ photo: Photo) -> String { photo.hasFailed ? "✗" : photo.needsWork ? "·" : "✓" }

  private func headline(_ style: Style, failed: Int) -> String {
    if photos.isEmpty, !isCancelled { return style.bold(emptyListWords) }
    let written = photos.count { $0.state == .filtered }
    var parts = ["\(counted(written, "thumbnail")) written"]
    if failed > 0 { parts.append("\(failed) failed") }
    let open = photos.count(where: \.needsWork)
    if open > 0 { parts.append("\(open) cancelled") }
    let what = !isCancelled ? "" : groups.isEmpty ? "Quit before the list arrived: " : "Quit: "
    return style.bold(what + parts.joined(separator: ", ")) + " → \(out)"
  }
}
