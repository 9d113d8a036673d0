import Measurement
import Workloads

extension RunSummary {
  /// The summary of thumbnails, by groups.
  init(_ run: ThumbnailRun, _ session: Session, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, bytes: (run.bytes.received, run.bytes.wasted), figures: figures)
    let photos = run.groups.flatMap(\.thumbnails).map(\.photo)
    let written = photos.count { $0.state == .filtered }
    record.groups = run.groups.count
    record.written = written
    record.cancelled = photos.count(where: \.needsWork)
    self.init(
      record, isEmpty: photos.isEmpty, "\(counted(written, "thumbnail")) written",
      stopped: run.groups.isEmpty ? "Quit before the list arrived" : "Quit")
    countsBytes = false
    notes = Self.lines(of: run.groups)
  }

  /// A line for each group, or more where it is long: its name, and its thumbnails with a mark each.
  private static func lines(of groups: [ThumbnailGroup]) -> [String] {
    let names = min(24, groups.map { columns($0.name) }.max() ?? 0)
    let room = max(20, Terminal.output.size.columns - 5 - names)
    return groups.flatMap { group in
      let marks = group.thumbnails.map(\.photo).map { photo in
        oneLine("\(photo.hasFailed ? "✗" : photo.needsWork ? "·" : "✓") \(photo.name)")
      }
      let rows = folded(marks, "  ", to: room)
      return (rows.isEmpty ? [""] : rows).enumerated().map { row, marks in
        "\(fitted(row == 0 ? group.name : "", to: names))  \(marks)"
      }
    }
  }
}
