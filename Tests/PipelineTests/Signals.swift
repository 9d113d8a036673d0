import Foundation

/// Sends signals to the program, and keeps those that come before it has started.
final class Signals: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = NSLock()
  private var sender: (@Sendable (Int32) -> Void)?
  private var early: [Int32] = []

  func set(_ sender: @escaping @Sendable (Int32) -> Void) {
    let early = lock.withLock {
      self.sender = sender
      return self.early
    }
    for number in early { sender(number) }
  }

  func send(_ number: Int32) {
    let sender = lock.withLock {
      if self.sender == nil { early.append(number) }
      return self.sender
    }
    sender?(number)
  }

  func clear() { lock.withLock { sender = nil } }
}

/// A program inherits what the thread that starts it has blocked, and Dispatch's threads block all signals. It inherits, too,
/// what is ignored, as SIGQUIT is in the background of a shell.
func withAllSignals(_ work: () throws -> Void) rethrows {
  signal(SIGQUIT, SIG_DFL)
  var none = sigset_t()
  var before = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  try work()
}
