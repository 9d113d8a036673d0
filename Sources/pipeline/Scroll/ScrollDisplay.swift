import Base
import Workloads

/// The live display of a scroll script: its progress, and the visible rows.
final class ScrollDisplay: RunDisplay {
  private let table: PhotoTable
  /// The start of the script in monotonic nanoseconds and its duration in seconds, or nil while the list is being read.
  private var script: (begin: UInt64, length: Double)?

  init(_ table: PhotoTable, title: String, _ options: SessionOptions) {
    self.table = table
    super.init(table, title: title, options, done: "filtered")
  }

  /// Whether the list has been read and the script has begun.
  var hasBegun: Bool { script != nil }

  func began(_ events: [ScrollEvent]) {
    script = (monotonicNanoseconds(), max(events.last?.time ?? 0, 0.001))
  }

  override func changed(_ photo: Photo) { say("\(photo.name): \(photo.event())") }

  override var progress: String {
    guard hasBegun else { return "reading the list: \(counted(table.photos.count, "photo"))" }
    let figures = table.figures
    return "scrolling: \(counted(figures.shown.count + figures.shown.cutShort, "stop")), "
      + "\(byteText(figures.fetched)) fetched, \(counted(figures.cancelled, "row")) cancelled"
  }

  override func lines(_ screen: Screen) -> [Line] {
    let figures = table.figures
    let rows = table.inSight.clamped(to: table.photos.indices).prefix(16).map { table.photos[$0] }
    let facts =
      "\(counted(figures.cancelled, "row")) cancelled   \(byteText(figures.fetched)) fetched   "
      + "\(byteText(figures.wasted)) wasted"
    return [bar(screen)]
      + screen.lines(of: table.pipeline.queues)
      + [screen.line(facts, screen.style.dim)]
      + rows.map { screen.row($0.mark, $0.name, $0.note()) }
  }

  private func bar(_ screen: Screen) -> Line {
    guard let script else {
      let count = table.photos.count
      return screen.bar(nil, count == 0 ? " waiting for the list" : " \(counted(count, "photo")) listed")
    }
    let share = Double(monotonicNanoseconds() - script.begin) / 1e9 / script.length
    let row = "row \(table.inSight.lowerBound + 1) of \(table.photos.count)"
    let state = share >= 1 ? "waiting for the last photos" : table.isScrolling ? "scrolling" : "at rest"
    return screen.bar(share, " \(row)  \(state)")
  }
}
