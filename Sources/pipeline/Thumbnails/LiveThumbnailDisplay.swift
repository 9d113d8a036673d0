import Dispatch
import Foundation
import Workloads

/// The slow gallery on a terminal: groups that fill in, one light for all transfers, and keys that are answered
/// meanwhile.
final class LiveThumbnailDisplay: ThumbnailDisplay, @unchecked Sendable {
  // Safe: used on the main queue only, but for what the keyboard's thread calls, which may be called from any.
  private let terminal: Terminal
  private let style: Style
  private let title: String
  private let run: ThumbnailRun
  private let activity: ActivityIndicator
  private let quit: @Sendable () -> Void
  private var live: LiveFrame?
  private var list = ScrolledList()
  private var showsHelp = false
  private var beat = 0
  /// Where the terminal shows colours.
  private let grid: ThumbnailGrid?

  /// - Parameter quit: cancels the run; called on the keyboard's thread.
  init(
    _ terminal: Terminal, title: String, run: ThumbnailRun, activity: ActivityIndicator,
    quit: @escaping @Sendable () -> Void
  ) {
    self.quit = quit
    self.terminal = terminal
    self.title = title
    self.run = run
    self.activity = activity
    style = Style(usesColor: terminal.usesColor)
    grid = terminal.usesColor ? ThumbnailGrid(style) : nil
    live = LiveFrame(terminal) { [unowned self] width in frame(width: width) }
  }

  func start() {
    if RawTerminal.enter() { Keyboard.listen { [weak self] key in self?.pressed(key) } }
    live?.start()
  }

  func listed() {}
  func changed(_ thumbnail: Thumbnail) { grid?.add(thumbnail.photo) }

  /// The pictures stay.
  func stop() {
    live?.stop()
    if let grid {
      grid.complete(run.groups)
      let width = max(20, terminal.size.columns - 1)
      terminal.write(run.groups.flatMap { grid.lines(of: $0, width) }.map { $0.text + "\n" }.joined())
    }
    RawTerminal.restore()
  }

  // MARK: Keys

  /// On the keyboard's thread. Quitting does not wait for the main queue: it may be what holds that up.
  private func pressed(_ key: Key) {
    if key == .letter("q") || key == .letter("Q") { return quit() }
    DispatchQueue.main.async { [weak self] in self?.answer(key) }
  }

  private func answer(_ key: Key) {
    switch key {
    case .up, .letter("k"): list.move(by: -1)
    case .down, .letter("j"): list.move(by: 1)
    case .pageUp, .letter("b"): list.move(by: -list.height)
    case .pageDown, .letter(" "): list.move(by: list.height)
    case .home, .letter("g"): list.move(by: -list.count)
    case .end, .letter("G"): list.move(by: list.count)
    case .letter("h"), .letter("?"): showsHelp.toggle()
    default: return
    }
    live?.draw()
  }

  // MARK: Drawing

  private func frame(width: Int) -> [Line] {
    let groups = run.groups.map { lines(of: $0, width) }
    let rows = groups.flatMap { $0 }
    let firstOpen = run.groups.firstIndex { $0.thumbnails.contains { $0.photo.needsWork } }
      .map { group in groups[..<group].reduce(0) { $0 + $1.count } + groups[group].count / 2 }
    list.show(count: rows.count, height: max(3, terminal.size.rows - 5), following: firstOpen)
    return [Line(fitted(title, to: width), style.bold), indicator(width)] + rows[list.visible]
      + [Line(fitted(footer(), to: width), style.dim)]
  }

  private func lines(of group: ThumbnailGroup, _ width: Int) -> [Line] {
    if let grid { return grid.lines(of: group, width) }
    return [Line(fitted(group.name, to: width), style.bold)] + group.thumbnails.map { row($0, width) }
  }

  private func indicator(_ width: Int) -> Line {
    beat += 1
    let light = activity.isOn ? "\(Self.spinner[beat % Self.spinner.count]) loading" : "  idle"
    let photos = run.groups.flatMap(\.thumbnails).map(\.photo)
    guard !photos.isEmpty else {
      let words = activity.isOn ? "\(light) the list" : "  about to load the list"
      return Line(fitted(words, to: width), style.cyan)
    }
    let done = photos.count { !$0.needsWork }
    let failed = photos.count { $0.hasFailed }
    let counts = run.downloads.counts
    let facts =
      "  \(done)/\(photos.count)  \(counts.waiting + counts.ready) waiting  "
      + "\(counts.running)/\(run.downloads.width) downloading" + (failed > 0 ? "  \(failed) failed" : "")
    return Line(fitted(light + facts, to: width), style.cyan)
  }

  private func row(_ thumbnail: Thumbnail, _ width: Int) -> Line {
    let photo = thumbnail.photo
    let name = "\(fitted(photo.name, to: 18)) \(thumbnail.years)"
    return switch photo.state {
    case .new: Line("  · ", name, "", width, style.dim)
    case .downloading: Line("  ↓ ", name, "downloading", width, style.yellow)
    case .downloaded: Line("  ▫ ", name, "downloaded", width, style.yellow)
    case .filtering: Line("  ◐ ", name, "scaling", width, style.cyan)
    case .filtered: Line("  ✓ ", name, photo.fileName, width, style.green)
    case .failed(let reason): Line("  ✗ ", name, reason, width, style.red)
    }
  }

  private func footer() -> String {
    if showsHelp { return "↑ ↓ j k, space b, g G scroll   h hides this   q quits, and cancels what is left" }
    return run.isCancelled ? "quitting" : "q quits   h helps\(list.isCut ? "   \(list.place)" : "")"
  }

  private static let spinner = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
}
