import Dispatch
import Foundation

/// Ctrl-C, and being told to end: the first asks the command to stop, the second leaves at once.
///
/// Handled on a thread that the main queue cannot stall.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]

  /// - Parameters:
  ///   - stop: is called once, on a thread of Dispatch's.
  ///   - leave: is called on the second signal, right before the process ends with `ExitStatus.interrupted`.
  init(stop: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void) {
    // Whoever reads what is printed may leave early: the run goes on, and what it writes is whole.
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "interrupts")
    let hasStopped = Once()
    let listening = DispatchGroup()
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if hasStopped.first() {
          stop()
        } else {
          leave()
          _exit(ExitStatus.interrupted)
        }
      }
      listening.enter()
      source.setRegistrationHandler { listening.leave() }
      source.resume()
      return source
    }
    // A signal that comes before would be lost.
    listening.wait()
  }
}

/// Says yes once.
private final class Once: @unchecked Sendable {
  // Safe: used on one serial queue only.
  private var isUsed = false
  func first() -> Bool {
    defer { isUsed = true }
    return !isUsed
  }
}
