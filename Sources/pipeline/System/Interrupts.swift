import Base
import Foundation

/// Ctrl-C, a request to terminate, and a terminal that is closed: the first asks the command to stop, the second leaves at
/// once.
///
/// Handled on a thread that no engine and no queue can stall. All threads have these signals blocked. From the first line of
/// `main` on, one that comes before there is anything to stop ends the process with `ExitStatus.interrupted`. Before that,
/// while the dynamic linker loads the program, the signal itself ends it: a shell shows the same status, `waitpid` the signal.
enum Interrupts {
  private struct Handlers: Sendable {
    var stop: @Sendable () -> Void
    var leave: @Sendable () -> Void
    var isFirst = true
  }

  private static let handlers = Locked<Handlers?>(nil)
  private static let first = Locked<Int32?>(nil)

  /// The number of the first signal; SIGINT's if a key has stopped the command, or nothing yet.
  static var number: Int32 { first.value ?? SIGINT }

  /// - Parameters:
  ///   - stop: is called once while `body` runs, on the thread that waits for signals.
  ///   - leave: is called there on the second signal, right before the process ends with `ExitStatus.interrupted`.
  static func during<Value>(
    stop: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void = {}, _ body: () -> Value
  ) -> Value {
    handlers.withLock { $0 = Handlers(stop: stop, leave: leave) }
    // Then the work that was to be stopped has ended.
    defer {
      handlers.withLock {
        $0?.stop = {}
        $0?.leave = {}
      }
    }
    return body()
  }

  /// Has `leave` called right before the first of these signals ends the process, on the thread that waits for them.
  static func beforeEnd(_ leave: @escaping @Sendable () -> Void) {
    handlers.withLock { $0 = Handlers(stop: {}, leave: leave, isFirst: false) }
  }

  /// Blocks the calling thread until the first of these signals, or until something else signals `stopped`.
  /// - Parameter words: written when a signal ends the wait, and no longer the whole process.
  static func wait(_ stopped: DispatchSemaphore = DispatchSemaphore(value: 0), saying words: String) {
    let stop: @Sendable () -> Void = { stopped.signal() }
    during(stop: stop) {
      Terminal.output.write(words)
      stopped.wait()
    }
  }

  /// Blocks the signals and starts the thread that waits for them; to be called before any other thread is there.
  /// - Throws: `Shortage`.
  static func listen() throws {
    // A reader of the output may leave early: the run goes on, and writes whole files.
    signal(SIGPIPE, SIG_IGN)
    var (signals, before) = (waited, sigset_t())
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    do {
      try startThread { _ in
        var (signals, number) = (Interrupts.waited, Int32(0))
        while true { if sigwait(&signals, &number) == 0 { Interrupts.handle(number) } }
      }
    } catch {
      pthread_sigmask(SIG_SETMASK, &before, nil)
      throw error
    }
  }

  private static let waited: sigset_t = {
    var signals = sigset_t()
    sigemptyset(&signals)
    // A signal that was ignored when the program started stays ignored: SIGHUP under nohup, and SIGINT for a command that a
    // script runs in the background.
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
    return signals
  }()

  private static func handle(_ number: Int32) {
    first.withLock { if $0 == nil { $0 = number } }
    let handlers = handlers.withLock { handlers in
      defer { handlers?.isFirst = false }
      return handlers
    }
    if let handlers, handlers.isFirst { return handlers.stop() }
    handlers?.leave()
    RawTerminal.restore()
    _exit(ExitStatus.interrupted)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return RawTerminal.isIgnored(action)
  }
}
