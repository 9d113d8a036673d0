import Base
import NIOCore
import NIOPosix

/// A raw TCP connection, which shows exactly which bytes a server sends and how it ends the connection.
final class RawClient: Sendable {
  enum Ending: Equatable, Sendable { case open, closed, reset }

  private let channel: any Channel
  private let inbox: Inbox

  /// Connects to a server on this machine.
  /// - Parameter reads: Whether the client reads the bytes that arrive.
  static func connect(port: Int, reads: Bool = true) async throws -> RawClient {
    let inbox = Inbox()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(ChannelOptions.autoRead, value: reads)
      // Long enough that a busy machine doesn't affect the tests.
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

  /// The bytes received so far, and the state of the connection.
  var received: (bytes: [UInt8], ending: Ending) { inbox.received }

  /// Waits until the received bytes satisfy `condition`, or until the connection has ended.
  @discardableResult
  func wait(
    until condition: @escaping @Sendable ([UInt8]) -> Bool
  ) async -> (bytes: [UInt8], ending: Ending) {
    await withCheckedContinuation { done in
      inbox.wait(until: condition) { done.resume() }
    }
    return received
  }

  /// Waits until the connection has ended.
  func end() async -> (bytes: [UInt8], ending: Ending) { await wait { _ in false } }
}

/// The received bytes, and the caller that waits for more.
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

  /// Changes the state, and resumes the waiting caller if its condition is now satisfied.
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
