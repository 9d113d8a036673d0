import Base
import Workloads

/// What a user sees while a script is played: how far it has come, and the rows in sight. Used on the main queue only.
final class LiveScrollDisplay: RunDisplay {
  private let title: String
  private let table: PhotoTable
  private let style: Style
  private var live: LiveFrame?
  /// When the script began, in nanoseconds, and how many seconds it takes; nil while the list is read.
  private var script: (begin: UInt64, length: Double)?

  init(_ terminal: Terminal, title: String, table: PhotoTable) {
    self.title = title
    self.table = table
    style = Style(usesColor: terminal.usesColor)
    live = LiveFrame(terminal) { [unowned self] width in frame(width) }
  }

  func start() { live?.start() }
  func stop() { live?.stop() }

  func began(_ events: [ScrollEvent]) {
    script = (monotonicNanoseconds(), max(events.last?.time ?? 0, 0.001))
  }

  private func frame(_ width: Int) -> [Line] {
    let figures = table.figures
    let rows = table.inSight.clamped(to: table.photos.indices).prefix(16)
    let facts =
      "\(counted(figures.cancelled, "row")) cancelled   \(bytesInWords(figures.fetched)) fetched   "
      + "\(bytesInWords(figures.wasted)) wasted"
    return [Line(fitted(title, to: width), style.bold), bar(width)]
      + Line.lines(of: [table.pipeline.downloads, table.pipeline.filters], width, style.dim)
      + [Line(fitted(facts, to: width), style.dim)] + rows.map { Line(table.photos[$0], width, style) }
  }

  private func bar(_ width: Int) -> Line {
    guard let script else {
      let count = table.photos.count
      return Line(
        bar: nil, count == 0 ? " waiting for the list" : " \(counted(count, "photo")) listed", width,
        style.cyan)
    }
    let share = Double(monotonicNanoseconds() - script.begin) / 1e9 / script.length
    let row = "row \(table.inSight.lowerBound + 1) of \(table.photos.count)"
    let state = share >= 1 ? "waits for the last photos" : table.isScrolling ? "scrolling" : "at rest"
    return Line(bar: share, " \(row)  \(state)", width, style.cyan)
  }
}
