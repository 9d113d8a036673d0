import Base
import Foundation

/// Ctrl-C, a request to terminate, and a terminal that is closed: the first asks the command to stop, the second leaves at
/// once.
///
/// Handled on a thread that no engine and no queue can stall. As all threads have these signals blocked, from before the
/// second one is there, one that comes early waits until it is handled.
final class Interrupts {
  private struct Handlers: Sendable {
    var stop: @Sendable () -> Void
    var leave: @Sendable () -> Void
    var isFirst = true
  }

  private static let lock = Lock()
  // Safe: touched under `lock` only.
  nonisolated(unsafe) private static var handlers: Handlers?

  /// - Parameters:
  ///   - stop: is called once, on the thread that waits for signals.
  ///   - leave: is called there on the second signal, right before the process ends with `ExitStatus.interrupted`.
  init(stop: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void) {
    Self.lock.withLock { Self.handlers = Handlers(stop: stop, leave: leave) }
  }

  /// What was to be stopped has ended.
  deinit {
    Self.lock.withLock {
      Self.handlers?.stop = {}
      Self.handlers?.leave = {}
    }
  }

  /// Blocks the signals and starts the thread that waits for them; to be called before any other thread is there.
  /// - Throws: `Shortage`.
  static func listen() throws {
    // Whoever reads what is printed may leave early: the run goes on, and what it writes is whole.
    signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    // What the program inherited as ignored, as from nohup, stays ignored.
    for number in [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP]) {
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    do {
      try startThread { [signals] in
        var (signals, number) = (signals, Int32(0))
        while true { if sigwait(&signals, &number) == 0 { handle(number) } }
      }
    } catch {
      pthread_sigmask(SIG_SETMASK, &before, nil)
      throw error
    }
  }

  private static func handle(_ number: Int32) {
    let (handlers, isFirst) = lock.withLock {
      defer { Self.handlers?.isFirst = false }
      return (Self.handlers, Self.handlers?.isFirst ?? true)
    }
    guard let handlers else { return die(number) }
    if isFirst { return handlers.stop() }
    handlers.leave()
    _exit(ExitStatus.interrupted)
  }

  /// Does what the system does where nobody handles a signal: there is nothing to stop yet.
  private static func die(_ number: Int32) {
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return RawTerminal.isIgnored(action)
  }
}
