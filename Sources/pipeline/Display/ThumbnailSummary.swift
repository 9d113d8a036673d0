import Measurement
import Workloads

/// What the slow gallery came to.
struct ThumbnailSummary {
  private let engine: String
  private let out: String
  private let groups: [ThumbnailGroup]
  private let isCancelled: Bool
  private let figures: RunFigures
  private let photos: [Photo]

  init(engine: String, out: String, run: ThumbnailRun, figures: RunFigures) {
    self.engine = engine
    self.out = out
    groups = run.groups
    isCancelled = run.isCancelled
    self.figures = figures
    photos = groups.flatMap(\.thumbnails).map(\.photo)
  }

  var hasFailures: Bool { photos.contains(where: \.hasFailed) }

  func text(_ style: Style, _ terminal: Terminal) -> String {
    let width = terminal.size.columns - 1
    let names = groups.map { columns($0.name) }.max() ?? 0
    let failures = photos.compactMap { photo -> Failure? in
      guard case .failed(let reason) = photo.state else { return nil }
      return Failure(name: photo.name, reason: reason, isExpected: false)
    }
    let lines =
      [headline(style, failed: failures.count)]
      + groups.map { group in
        let marks = group.thumbnails.map { "\(mark($0.photo)) \($0.photo.name)" }.joined(separator: "  ")
        let line = "  \(fitted(group.name, to: min(names, 24)))  \(oneLine(marks))"
        return columns(line) > width ? fitted(line, to: max(20, width)) : line
      }
      + failureLines(failures, style)
      + figureLines(engine: engine, downloaded: nil, figures)
    return lines.joined(separator: "\n") + "\n"
  }

  private func mark(_ photo: Photo) -> String { photo.hasFailed ? "✗" : photo.needsWork ? "·" : "✓" }

  private func headline(_ style: Style, failed: Int) -> String {
    let written = photos.count { $0.state == .filtered }
    var parts = ["\(counted(written, "thumbnail")) written"]
    if failed > 0 { parts.append("\(failed) failed") }
    let open = photos.count(where: \.needsWork)
    if open > 0 { parts.append("\(open) cancelled") }
    let what = isCancelled ? "Quit: " : ""
    let list = isCancelled && groups.isEmpty ? "the list had not come; " : ""
    return style.bold(what + list + parts.joined(separator: ", ")) + " → \(out)"
  }
}
