import Foundation

/// A terminal in a special mode: it doesn't echo typed keys, delivers keys as they are pressed, or hides its cursor.
/// Its original state is restored whenever the program ends (normally, by `exit`, on signals and on crashes), and while
/// it is stopped with Ctrl-Z.
enum RawTerminal {
  // Signal handlers can only use global state. Safe: it is written on the main thread before the handlers are
  // installed, or by a handler. A torn state is impossible because only single Bools, such as `isRaw`, change after
  // that.
  // These are pointers because Swift 6.3 makes a global `termios` three bytes too small for the one that the system
  // writes.
  nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  nonisolated(unsafe) private static let raw = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  nonisolated(unsafe) private static var isRaw = false
  /// The terminal whose settings are changed.
  nonisolated(unsafe) private static var descriptor: Int32 = 0
  nonisolated(unsafe) private static var hidesCursor = false
  nonisolated(unsafe) private static var wasStopped = false
  nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  /// Stops the terminal from echoing typed keys, which would end up in the display. Ctrl-C and Ctrl-Z still work.
  /// - Parameter givesKeys: Whether standard input delivers keys as they are pressed. Otherwise, keys are left for the
  ///   shell.
  /// - Returns: False if there is no terminal, or if it belongs to another job of the shell.
  @discardableResult
  static func enter(givesKeys: Bool) -> Bool {
    descriptor = givesKeys ? 0 : 2
    guard !isRaw, isatty(descriptor) != 0, isOurs, tcgetattr(descriptor, saved) == 0 else { return isRaw }
    raw.initialize(to: saved.pointee)
    raw.pointee.c_lflag &= ~tcflag_t(givesKeys ? ICANON | ECHO : ECHO)
    guard tcsetattr(descriptor, TCSANOW, raw) == 0 else { return false }
    isRaw = true
    _ = guardWays
    return true
  }

  /// Records whether the cursor of standard error is hidden.
  static func hideCursor(_ isHidden: Bool) {
    hidesCursor = isHidden
    if isHidden { _ = guardWays }
  }

  /// Returns whether the program was stopped and continued since the last call. If so, the shell has written below
  /// the display.
  static func wasContinued() -> Bool {
    defer { wasStopped = false }
    return wasStopped
  }

  /// Installs the handlers that restore the terminal. A static initializer runs only once.
  private static let guardWays: Void = {
    atexit { RawTerminal.restore() }
    for way in [SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
      handle(way) { RawTerminal.leave($0) }
    }
    handle(SIGTSTP) { _ in RawTerminal.pause() }
  }()

  /// Shows the cursor if it is hidden, turns line wrapping back on in case a frame was interrupted, and restores the
  /// terminal.
  static func restore() {
    if hidesCursor { write("\u{1B}[?25h\u{1B}[?7h") }
    guard isRaw else { return }
    isRaw = false
    tcsetattr(descriptor, TCSANOW, saved)
  }

  // MARK: Signal handlers, which may call only async-signal-safe functions (POSIX)

  /// Whether this process may change the terminal's settings. A background process would be stopped if it tried. A
  /// terminal that controls no session has no background jobs.
  private static var isOurs: Bool {
    let owner = tcgetpgrp(descriptor)
    return owner == -1 || owner == getpgrp()
  }

  /// Restores the terminal, and passes the signal to the previous handler, which runs as soon as this one has returned.
  private static func leave(_ number: Int32) {
    restore()
    sigaction(number, before + Int(number), nil)
    raise(number)
  }

  /// Stops the process, like the default action. Execution resumes here when the process is continued.
  private static func pause() {
    let wasRaw = isRaw
    restore()
    sigaction(SIGTSTP, before + Int(SIGTSTP), nil)
    raise(SIGTSTP)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    // The process has been continued.
    handle(SIGTSTP) { _ in RawTerminal.pause() }
    if wasRaw, isOurs { isRaw = tcsetattr(descriptor, TCSANOW, raw) == 0 }
    if hidesCursor { write("\u{1B}[?25l") }
    wasStopped = true
  }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(2, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_RESTART)
    sigaction(number, &action, before + Int(number))
    // A signal that was already ignored when the program started, as under nohup, stays ignored.
    if isIgnored(before[Int(number)]) { sigaction(number, before + Int(number), nil) }
  }

  static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
