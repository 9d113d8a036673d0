import NIOCore
import NIOPosix
import TestSupport

/// A raw TCP connection, which shows exactly which bytes a server sends and how it ends the connection.
final class RawClient: Sendable {
  enum Ending: Equatable, Sendable { case open, closed, reset }

  private let channel: any Channel
  private let inbox: Inbox

  /// Connects to a server on this machine.
  /// - Parameter reads: Whether the client reads the bytes that arrive.
  init(port: Int, reads: Bool = true) async throws {
    let inbox = Inbox()
    self.inbox = inbox
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(ChannelOptions.autoRead, value: reads)
      // Long enough that a busy machine doesn't affect the tests.
      .connectTimeout(.minutes(10))
      .channelInitializer { channel in channel.pipeline.addHandler(inbox) }
      .connect(host: "127.0.0.1", port: port).get()
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
  var received: (bytes: [UInt8], ending: Ending) { inbox.received.value }

  /// Waits until the received bytes satisfy `condition`, or until the connection has ended.
  @discardableResult
  func wait(
    until condition: @escaping @Sendable ([UInt8]) -> Bool
  ) async -> (bytes: [UInt8], ending: Ending) {
    await inbox.received.until { $0.ending != .open || condition($0.bytes) }
    return received
  }

  /// Waits until the connection has ended.
  func end() async -> (bytes: [UInt8], ending: Ending) { await wait { _ in false } }
}

/// The received bytes, and the state of the connection.
private final class Inbox: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  let received = Awaited((bytes: [UInt8](), ending: RawClient.Ending.open))

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.change { $0.bytes += Self.unwrapInboundIn(data).readableBytesView }
  }

  func channelInactive(context: ChannelHandlerContext) {
    received.change { if $0.ending == .open { $0.ending = .closed } }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    received.change { $0.ending = (error as? IOError)?.errnoCode == ECONNRESET ? .reset : .closed }
    context.close(promise: nil)
  }
}
