import Base
import CCurl
import Foundation

/// What other threads say to the transport thread, and how they wake it.
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
    /// What to wake; set while the thread may be waiting on it.
    var multi: UnsafeMutableRawPointer?
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
      // One wake-up serves all messages that the thread has not taken yet.
      if state.messages.count == 1, let multi = state.multi { curl_multi_wakeup(multi) }
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
      if let multi = state.multi { curl_multi_wakeup(multi) }
    }
  }

  // MARK: For the transport thread

  func attach(_ multi: UnsafeMutableRawPointer) {
    state.withLock { $0.multi = multi }
  }

  func take() -> (messages: [Message], isClosed: Bool) {
    state.withLock { state in
      defer { state.messages = [] }
      return (state.messages, state.isClosed)
    }
  }

  /// Says that the thread will read no more. Refused when there is something left to read.
  func leave() -> Bool {
    state.withLock { state in
      guard state.messages.isEmpty else { return false }
      state.multi = nil
      state.hasThread = false
      return true
    }
  }
}
