/// A few lines at the bottom of a terminal that are redrawn in place.
@MainActor
final class LiveFrame {
  private let terminal: Terminal
  private let lines: (Screen) -> [Line]
  /// The width in columns of each line that is currently on the terminal.
  private var drawn: [Int] = []

  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"
  private static let eraseRow = "\u{1B}[2K"
  /// A terminal shows everything between these two sequences as one update (private mode 2026). Terminals without this
  /// mode ignore them.
  private static let (beginUpdate, endUpdate) = ("\u{1B}[?2026h", "\u{1B}[?2026l")
  /// Between these two sequences, lines that are wider than the terminal are cut instead of wrapped (DECAWM, autowrap).
  /// Terminals disagree about the width of many names, and a wrapped line would move the frame.
  private static let (cutLines, wrapLines) = ("\u{1B}[?7l", "\u{1B}[?7h")

  /// Creates a frame that isn't drawn until it is started.
  /// - Parameter lines: Returns the lines to draw. None may be wider than the screen.
  init(_ terminal: Terminal, lines: @escaping (Screen) -> [Line]) {
    self.terminal = terminal
    self.lines = lines
  }

  func start() {
    if terminal.isInteractive { RawTerminal.hideCursor(true) }
    terminal.write(Self.hideCursor)
    draw()
  }

  /// Removes the lines, and writes the final lines that stay on the terminal.
  func stop(leaving remains: (Screen) -> [Line] = { _ in [] }) {
    terminal.write(replace(with: [], size: terminal.size) + Self.showCursor)
    RawTerminal.hideCursor(false)
    let lines = remains(screen).map { $0.text + "\n" }.joined()
    if !lines.isEmpty { terminal.write(Self.cutLines + lines + Self.wrapLines) }
  }

  private var screen: Screen {
    let size = terminal.size
    return Screen(width: max(20, size.columns - 1), height: size.rows, style: terminal.style)
  }

  func draw() {
    // After Ctrl-Z, the shell's output stays above the frame.
    if RawTerminal.wasContinued() { drawn = [] }
    let size = terminal.size
    let lines = lines(screen).prefix(max(3, size.rows - 1))
    // A single write, so that an interrupt can't leave an update half finished.
    terminal.write(
      Self.beginUpdate + Self.cutLines + replace(with: Array(lines), size: size) + Self.wrapLines
        + Self.endUpdate)
  }

  /// Moves to the first row of the last frame, and erases its rows one by one. Clearing the whole screen would put a
  /// copy of every frame into tmux's history.
  private func replace(with lines: [Line], size: (columns: Int, rows: Int)) -> String {
    // If the window has become narrower, the drawn lines have wrapped and now take more rows.
    let wrapped = drawn.reduce(0) { $0 + max(1, ($1 + size.columns - 1) / size.columns) }
    let rows = min(wrapped, size.rows - 1)
    drawn = lines.map(\.columns)
    func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A\r" : "" }
    let left = max(0, rows - lines.count)
    return up(rows) + lines.map { Self.eraseRow + $0.text + "\n" }.joined()
      + String(repeating: Self.eraseRow + "\n", count: left) + up(left)
  }
}
