import Base
import NIOCore
import NIOPosix

/// One TCP connection, to see what a server really sends and how it ends.
final class RawClient: Sendable {
  enum Ending: Equatable, Sendable { case open, closed, reset }

  private let channel: any Channel
  private let inbox: Inbox

  /// - Parameter reads: false makes a client that never reads what comes.
  static func connect(port: Int, reads: Bool = true) async throws -> RawClient {
    let inbox = Inbox()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(ChannelOptions.autoRead, value: reads)
      // Out of the way of the tests, on a machine that is busy.
      .connectTimeout(.minutes(10))
      .channelInitializer { channel in channel.pipeline.addHandler(inbox) }
      .connect(host: "127.0.0.1", port: port).get()
    return RawClient(channel: channel, inbox: inbox)
  }

  private init(channel: any Channel, inbox: Inbox) {
    self.channel = channel
    self.inbox = inbox
  }

  deinit { channel.close(promise: nil) }

  func send(_ text: String) async throws {
    try await channel.writeAndFlush(channel.allocator.buffer(string: text))
  }

  func get(_ target: String, method: String = "GET", headers: String = "") async throws {
    try await send("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n")
  }

  func close() async throws { try await channel.close() }

  /// What has come so far, and in which state the connection is.
  var received: (bytes: [UInt8], ending: Ending) { inbox.received }

  /// Waits until what has come satisfies `condition`, or the connection has ended.
  @discardableResult
  func wait(
    until condition: @escaping @Sendable ([UInt8]) -> Bool
  ) async -> (bytes: [UInt8], ending: Ending) {
    await withCheckedContinuation { done in
      inbox.wait(until: condition) { done.resume() }
    }
    return received
  }

  /// Waits for the connection's end.
  func end() async -> (bytes: [UInt8], ending: Ending) { await wait { _ in false } }
}

/// What has come, and the one who waits for more of it.
private final class Inbox: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private struct State {
    var bytes: [UInt8] = []
    var ending = RawClient.Ending.open
    var waiting: (condition: @Sendable ([UInt8]) -> Bool, done: @Sendable () -> Void)?
  }

  private let state = Locked(State())

  var received: (bytes: [UInt8], ending: RawClient.Ending) { state.withLock { ($0.bytes, $0.ending) } }

  func wait(until condition: @escaping @Sendable ([UInt8]) -> Bool, done: @escaping @Sendable () -> Void) {
    change { $0.waiting = (condition, done) }
  }

  /// Wakes the one who waits, if it has waited long enough then.
  private func change(_ body: (inout State) -> Void) {
    let done = state.withLock { state -> (@Sendable () -> Void)? in
      body(&state)
      guard let waiting = state.waiting, state.ending != .open || waiting.condition(state.bytes) else {
        return nil
      }
      state.waiting = nil
      return waiting.done
    }
    done?()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = Self.unwrapInboundIn(data).readableBytesView
    change { $0.bytes.append(contentsOf: bytes) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    change { if $0.ending == .open { $0.ending = .closed } }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    change { $0.ending = (error as? IOError)?.errnoCode == ECONNRESET ? .reset : .closed }
    context.close(promise: nil)
  }
}
