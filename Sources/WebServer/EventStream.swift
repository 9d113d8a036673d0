import Base
import NIOCore
import NIOHTTP1

/// A stream of server-sent events to one client. Every method may be called from any thread.
public final class EventStream: Sendable {
  /// The number of unread bytes at which a client is dropped. A browser then reconnects automatically.
  private static let largestBacklog = 1 << 20

  private let channel: any Channel
  private let backlog = Locked(0)
  /// Whether the stream has ended. It is accessed on the event loop only. This puts events and the end in one order,
  /// because two threads may send and close simultaneously, and nothing may be sent after the end.
  private let hasEnded: NIOLoopBoundBox<Bool>

  init(channel: any Channel) {
    self.channel = channel
    hasEnded = .makeBoxSendingValue(false, eventLoop: channel.eventLoop)
  }

  /// The number of accepted bytes that the client hasn't read. A sender may skip updates while it is large.
  public var unsent: Int { backlog.value }

  /// Sends one event. Events from the same thread are sent in the order of the calls. `data` may have several lines,
  /// separated by line feeds.
  /// - Returns: Whether the client is still connected.
  @discardableResult
  public func send(_ data: String, event: String? = nil) -> Bool {
    var text = ""
    if let event { text += "event: \(event)\n" }
    for line in data.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      text += "data: \(Substring(line))\n"
    }
    return write(text + "\n")
  }

  /// Ends the stream after all events that were sent before. Closing it twice has no further effect.
  public func close() {
    guard channel.isActive else { return }
    channel.eventLoop.execute { [channel, hasEnded] in
      guard !hasEnded.value else { return }
      hasEnded.value = true
      channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in channel.close(promise: nil) }
    }
  }

  /// Calls `action` once, on the event loop, when either side has ended the stream. If the stream has already ended,
  /// calls it immediately.
  public func onClose(_ action: @escaping @Sendable () -> Void) {
    channel.closeFuture.whenComplete { _ in action() }
  }

  /// Sends comments at regular intervals. Without any traffic, a client that has disappeared would go unnoticed.
  func startHeartbeat(every interval: TimeAmount = .seconds(15)) {
    let task = channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
      self.write(":\n\n")
    }
    onClose { task.cancel() }
  }

  @discardableResult
  private func write(_ text: String) -> Bool {
    guard channel.isActive else { return false }
    let buffer = channel.allocator.buffer(string: text)
    let count = buffer.readableBytes
    let waiting = backlog.withLock {
      $0 += count
      return $0
    }
    guard waiting <= Self.largestBacklog else {
      channel.close(promise: nil)
      return false
    }
    channel.eventLoop.execute { [channel, hasEnded, backlog] in
      guard !hasEnded.value else { return backlog.withLock { $0 -= count } }
      channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))).whenComplete { _ in
        backlog.withLock { $0 -= count }
      }
    }
    return true
  }
}
