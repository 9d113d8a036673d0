import Base
import Foundation

/// Handles Ctrl-C, requests to terminate, and closed terminals. The first signal asks the command to stop. The second
/// ends the process immediately.
///
/// A dedicated thread waits for the signals, so no engine and no queue can stall it. All other threads block them. A
/// signal that arrives before there is anything to stop ends the process with `ExitStatus.interrupted`. While the
/// dynamic linker still loads the program, before the first line of `main`, the signal itself ends the process: a shell
/// shows the same status, and `waitpid` reports the signal.
enum Interrupts {
  private struct Handlers: Sendable {
    var stop: @Sendable () -> Void
    var leave: @Sendable () -> Void
    var isFirst = true
  }

  private static let handlers = Locked<Handlers?>(nil)
  private static let first = Locked<Int32?>(nil)

  /// The number of the first signal. It is SIGINT if there hasn't been one, for example because a key stopped the
  /// command.
  static var number: Int32 { first.value ?? SIGINT }

  /// Runs `body` with handlers for the signals.
  /// - Parameters:
  ///   - stop: Called on the first signal, at most once, while `body` runs. Runs on the thread that waits for signals.
  ///   - leave: Called on the same thread on the second signal, immediately before the process ends with
  ///     `ExitStatus.interrupted`.
  static func during<Value>(
    stop: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void = {}, _ body: () -> Value
  ) -> Value {
    handlers.withLock { $0 = Handlers(stop: stop, leave: leave) }
    // By now, the work to be stopped has ended.
    defer {
      handlers.withLock {
        $0?.stop = {}
        $0?.leave = {}
      }
    }
    return body()
  }

  /// Calls `leave` on the thread that waits for signals, immediately before the first signal ends the process.
  static func beforeEnd(_ leave: @escaping @Sendable () -> Void) {
    handlers.withLock { $0 = Handlers(stop: {}, leave: leave, isFirst: false) }
  }

  /// Blocks the calling thread until the first signal, or until another thread signals `stopped`.
  /// - Parameter words: Written once a signal ends the wait rather than the whole process.
  static func wait(_ stopped: DispatchSemaphore = DispatchSemaphore(value: 0), saying words: String) {
    let stop: @Sendable () -> Void = { stopped.signal() }
    during(stop: stop) {
      Terminal.text.write(words)
      stopped.wait()
    }
  }

  /// Blocks the signals and starts the thread that waits for them. It must be called before any other thread is
  /// started.
  /// - Throws: `Shortage`.
  static func listen() throws {
    // The reader of the output may exit early. The run then continues, and writes whole files.
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
    // A signal that was ignored when the program started stays ignored: SIGHUP under nohup, and SIGINT for a command
    // that a script runs in the background.
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
