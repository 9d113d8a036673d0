import Base
import CCurl
import Foundation

/// The messages of other threads to the transport thread, and how they wake it.
final class Mailbox: Sendable {
  enum Message {
    case start(Transfer)
    case cancel(Transfer)
    case resume(Transfer)
  }

  private struct State {
    var messages: [Message] = []
    var isClosed = false
    var hasThread = false
    /// What to wake; set while the thread waits on it, or is about to. A thread that is awake reads the mailbox anyway.
    var multi: UnsafeMutableRawPointer?

    mutating func wake() {
      if let multi { curl_multi_wakeup(multi) }
      multi = nil
    }
  }

  private let state = Locked(State())
  private let launch: @Sendable (Mailbox) -> Void

  /// - Parameter launch: Starts a thread that reads this mailbox; called when a message finds none.
  init(launch: @escaping @Sendable (Mailbox) -> Void) {
    self.launch = launch
  }

  /// Leaves a message. Returns `false`, and does nothing, once the mailbox is closed.
  @discardableResult
  func post(_ message: Message) -> Bool {
    let (isOpen, needsThread) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.messages.append(message)
      state.wake()
      defer { state.hasThread = true }
      return (true, !state.hasThread)
    }
    if needsThread { launch(self) }
    return isOpen
  }

  /// Refuses messages from now on; the thread ends what it has, and then itself.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wake()
    }
  }

  // MARK: For the transport thread

  /// Says that the thread is about to wait on this. Refused when there is something left to read.
  func willWait(on multi: UnsafeMutableRawPointer) -> Bool {
    state.withLock { state in
      guard state.messages.isEmpty, !state.isClosed else { return false }
      state.multi = multi
      return true
    }
  }

  func take() -> (messages: [Message], isClosed: Bool) {
    state.withLock { state in
      state.multi = nil
      defer { state.messages = [] }
      return (state.messages, state.isClosed)
    }
  }

  /// Says that the thread will read no more. Refused when there is something left to read.
  func leave() -> Bool {
    state.withLock { state in
      guard state.messages.isEmpty else { return false }
      state.hasThread = false
      return true
    }
  }
}
