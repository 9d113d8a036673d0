import Base
import CCurl
import Foundation

/// The queue of messages from other threads to the transport thread. Posting a message also wakes or starts
/// that thread.
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
    /// The handle to wake. It is set while the thread is waiting on it or is about to. A thread that is awake
    /// needs no wakeup, because it reads the mailbox before it waits.
    var multi: UnsafeMutableRawPointer?

    mutating func wake() {
      if let multi { curl_multi_wakeup(multi) }
      multi = nil
    }
  }

  private let state = Locked(State())
  private let launch: @Sendable (Mailbox) -> Void

  /// - Parameter launch: Starts a thread that reads this mailbox. It is called when a message is posted and
  ///   no thread is running.
  init(launch: @escaping @Sendable (Mailbox) -> Void) {
    self.launch = launch
  }

  /// Posts a message. Returns false and does nothing if the mailbox is closed.
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

  /// Refuses messages from now on. The thread ends its transfers and then exits.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wake()
    }
  }

  // MARK: For the transport thread

  /// Declares that the thread is about to wait on this handle. Returns false if there are unread messages.
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

  /// Declares that the thread will stop reading. Returns false if there are unread messages.
  func leave() -> Bool {
    state.withLock { state in
      guard state.messages.isEmpty else { return false }
      state.hasThread = false
      return true
    }
  }
}
