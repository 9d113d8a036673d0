import Foundation
import NIOCore

/// A connection of the test server, used only by the server's thread.
final class LoopbackConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let answer: (LoopbackServer.Request) -> Reply
  private var input: [UInt8] = []
  /// The remaining steps of the reply to the last request.
  private var steps: [Reply.Step] = []
  /// Whether the last step hasn't finished yet.
  private var isBusy = false

  init(_ answer: @escaping (LoopbackServer.Request) -> Reply) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    input += Self.unwrapInboundIn(data).readableBytesView
    if !isBusy { proceed(context) }
  }

  private func proceed(_ context: ChannelHandlerContext) {
    while steps.isEmpty, let request = nextRequest() { steps = answer(request).steps }
    isBusy = !steps.isEmpty
    guard isBusy else { return }
    let loop = context.eventLoop
    switch steps.removeFirst() {
    case .send(let bytes): send(bytes, context).whenSuccess { self.proceed(context) }
    case .wait(let gate):
      let (channel, connection) = (context.channel, NIOLoopBound((self, context), eventLoop: loop))
      gate.whenOpen {
        // A gate that opens late must not use a thread that has already ended.
        if channel.isActive { loop.execute { connection.value.0.proceed(connection.value.1) } }
      }
    case .close: context.close(promise: nil)
    case .reset:
      // Lingering for zero seconds makes the system send RST instead of FIN.
      let options = context.channel as? any SocketOptionProvider
      options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    case .silence: break
    case .drip:
      steps = [.drip]
      send([0], context).whenSuccess {
        loop.assumeIsolated().scheduleTask(in: .milliseconds(100)) { self.proceed(context) }
      }
    }
  }

  /// - Returns: A future that completes when the bytes have been sent. It never completes if the client has
  ///   disconnected.
  private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) -> EventLoopFuture<Void>.Isolated {
    context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes))).assumeIsolated()
  }

  private func nextRequest() -> LoopbackServer.Request? {
    let isTLS = input.first == 0x16
    guard let end = isTLS ? input.count : input.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
      return nil
    }
    let head = isTLS ? "TLS handshake begun" : String(decoding: input[..<end].dropLast(4), as: UTF8.self)
    input.removeSubrange(..<end)
    return LoopbackServer.Request(head: head)
  }
}
