import Foundation
import Workloads

/// The live display of loading thumbnails: groups that fill in, one activity indicator for all transfers, and keys for
/// scrolling.
final class ThumbnailDisplay: RunDisplay {
  private let run: ThumbnailRun
  private var list = ScrolledList()
  private var showsHelp = false
  private var beat = 0
  /// The grid of pictures, or nil if the terminal has no colours.
  private let grid = Terminal.error.usesColor ? ThumbnailGrid() : nil

  init(_ run: ThumbnailRun, title: String, _ options: SessionOptions) {
    self.run = run
    super.init(run, title: title, options, noun: run.plan.noun, done: run.plan.done)
    // Nothing is visible until the first rows have been drawn. Without a live display, all thumbnails are loaded.
    if isLive { run.inSight = 0..<0 }
  }

  func listed() {
    say("list: \(counted(run.groups.count, "group")), \(counted(run.tally.listed, "thumbnail"))")
  }

  override func changed(_ photo: Photo) {
    if isLive { grid?.add(photo) }
    say("\(photo.name): \(photo.event(filtering: "scaling", filtered: photo.fileName))")
  }

  func answer(_ key: Key) {
    switch key {
    case .up, .letter("k"): list.move(by: -1)
    case .down, .letter("j"): list.move(by: 1)
    case .pageUp, .letter("b"): list.move(by: -list.height)
    case .pageDown, .letter(" "): list.move(by: list.height)
    case .home, .letter("g"): list.move(by: -list.count)
    case .end, .letter("G"): list.move(by: list.count)
    case .letter("h"), .letter("?"): showsHelp.toggle()
    default: break
    }
    draw()
  }

  // MARK: Drawing

  /// Draws the visible rows, and starts loading their thumbnails.
  override func lines(_ screen: Screen) -> [Line] {
    let all = run.groups.flatMap { rows(of: $0, screen) }
    let next = run.groups.lazy.flatMap(\.photos).first(where: \.needsWork)
    let nextRow = next.flatMap { photo in all.firstIndex { $0.thumbnails.contains(photo.number) } }
    list.show(count: all.count, height: max(3, screen.height - 5), following: nextRow)
    let visible = all[list.visible]
    see(visible.map(\.thumbnails).filter { !$0.isEmpty })
    return [screen.line(indicator(), screen.style.cyan)]
      + visible.map(\.line) + [screen.line(footer(), screen.style.dim)]
  }

  private func see(_ rows: [Range<Int>]) {
    let inSight = (rows.first?.lowerBound ?? 0)..<(rows.last?.upperBound ?? 0)
    guard inSight != run.inSight else { return }
    // Deferred until the frame is complete: if all visible thumbnails are already loaded, the run ends and removes the
    // display.
    DispatchQueue.main.async { [run] in run.inSight = inSight }
  }

  /// Returns the grid of pictures, which stays on the terminal.
  override func remains(_ screen: Screen) -> [Line] {
    guard let grid else { return [] }
    grid.complete(run.groups)
    return run.groups.flatMap { grid.rows(of: $0, screen) }.map(\.line)
  }

  private func rows(of group: ThumbnailGroup, _ screen: Screen) -> [ThumbnailRow] {
    if let grid { return grid.rows(of: group, screen) }
    return [ThumbnailRow(line: screen.line(group.name, screen.style.bold))]
      + group.photos.map { photo in
        let note =
          photo.state == .new ? "" : photo.note(filtering: "scaling", filtered: photo.fileName)
        let name = "\(fitted(photo.name, to: 18)) \(photo.years)"
        return ThumbnailRow(
          line: screen.row(photo.mark, name, note, indent: "  "),
          thumbnails: photo.number..<photo.number + 1)
      }
  }

  private func indicator() -> String {
    beat += 1
    let light = run.isLoading ? "\(Self.spinner[beat % Self.spinner.count]) loading" : "  idle"
    let tally = run.tally
    guard tally.listed > 0 else {
      if run.listWait.value != nil || run.holder.value != nil { return "\(light.prefix(1)) \(run.startNote)" }
      return run.isLoading ? "\(light) the list" : "  about to load the list"
    }
    let counts = run.pipeline.downloads.counts
    return "\(light)  \(tally.settled)/\(tally.listed)  \(counts.waiting + counts.ready) waiting  "
      + "\(counts.running)/\(run.pipeline.downloads.width) downloading"
      + (tally.failed > 0 ? "  \(tally.failed) failed" : "")
  }

  private func footer() -> String {
    if showsHelp { return "↑ ↓ j k, space b, g G scroll   h hides this   q quits, and cancels the rest" }
    if run.isCancelled { return "quitting" }
    guard list.isCut, let inSight = run.inSight, !inSight.isEmpty else { return "q quits   h shows help" }
    let place = "\(inSight.lowerBound + 1)–\(inSight.upperBound) of \(run.tally.listed)"
    return "q quits   h shows help   thumbnails \(place)"
  }

  private static let spinner = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
}

/// A row of the display, and the range of thumbnails that are partly visible in it.
struct ThumbnailRow {
  let line: Line
  var thumbnails = 0..<0
}

/// The visible rows of a list. They follow the work until the user scrolls.
struct ScrolledList {
  private(set) var count = 0
  private(set) var height = 1
  private var top = 0
  private var isFollowing = true

  var visible: Range<Int> { top..<min(count, top + height) }
  var isCut: Bool { count > height }

  /// Updates the visible rows.
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - height: The number of rows that fit.
  ///   - row: The row to keep visible until the user scrolls.
  mutating func show(count: Int, height: Int, following row: Int?) {
    self.count = count
    self.height = height
    // Centred, so that finished and upcoming rows are visible, too.
    if isFollowing { top = row.map { $0 - height / 2 } ?? top }
    clamp()
  }

  mutating func move(by rows: Int) {
    isFollowing = false
    top += rows
    clamp()
  }

  private mutating func clamp() { top = max(0, min(top, count - height)) }
}
