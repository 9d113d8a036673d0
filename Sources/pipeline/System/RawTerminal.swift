import Foundation

/// A terminal that does not show typed keys, gives them as they are pressed, or hides its cursor. It is put back into its
/// former state on every way out of the program: at the end, at `exit`, on signals, on a crash, and while it is stopped
/// with Ctrl-Z.
enum RawTerminal {
  // What signal handlers touch has to be global. Safe: written on the main thread before the handlers are there, or by
  // a handler; and a torn state is impossible, as `isRaw` alone changes then.
  // Pointers, as Swift 6.3 makes a global `termios` three bytes too short for the system to write one there.
  nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  nonisolated(unsafe) private static let raw = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  nonisolated(unsafe) private static var isRaw = false
  /// The terminal whose settings are changed.
  nonisolated(unsafe) private static var descriptor: Int32 = 0
  nonisolated(unsafe) private static var hidesCursor = false
  nonisolated(unsafe) private static var wasStopped = false
  nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  /// Has typed keys not shown, because they would end up in what is drawn. Ctrl-C and Ctrl-Z work as before.
  /// - Parameter givesKeys: whether standard input gives keys as they are pressed. Otherwise they are left to the shell.
  /// - Returns: `false` if there is no terminal, or if it belongs to another job of the shell.
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

  /// Notes whether the cursor of standard error is hidden from now on.
  static func hideCursor(_ isHidden: Bool) {
    hidesCursor = isHidden
    if isHidden { _ = guardWays }
  }

  /// Whether the program was stopped and continued since the last call: the shell has written below what was drawn.
  static func wasContinued() -> Bool {
    defer { wasStopped = false }
    return wasStopped
  }

  /// Runs once.
  private static let guardWays: Void = {
    atexit { RawTerminal.restore() }
    for way in [SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
      handle(way) { RawTerminal.leave($0) }
    }
    handle(SIGTSTP) { _ in RawTerminal.pause() }
  }()

  /// Shows the cursor if it is hidden, lets lines wrap if a frame was cut short, and puts the terminal back as it was.
  static func restore() {
    if hidesCursor { write("\u{1B}[?25h\u{1B}[?7h") }
    guard isRaw else { return }
    isRaw = false
    tcsetattr(descriptor, TCSANOW, saved)
  }

  // MARK: In signal handlers: only functions that POSIX allows there

  /// Whether this process may change the terminal's settings. One in the background would be stopped. A terminal that
  /// controls no session has no jobs.
  private static var isOurs: Bool {
    let owner = tcgetpgrp(descriptor)
    return owner == -1 || owner == getpgrp()
  }

  /// The previous handler gets the signal as soon as this one has returned.
  private static func leave(_ number: Int32) {
    restore()
    sigaction(number, before + Int(number), nil)
    raise(number)
  }

  /// Stops like the default action, and resumes here when the program is continued.
  private static func pause() {
    let wasRaw = isRaw
    restore()
    sigaction(SIGTSTP, before + Int(SIGTSTP), nil)
    raise(SIGTSTP)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    // Continued.
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
    // A signal that the program inherited as ignored, as from nohup, stays ignored.
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
