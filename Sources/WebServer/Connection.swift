import Base
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// One client's connection: asks the handler about each request, and sends the answer. Requests come one at a time, since
/// the pipelining handler holds the next one back. Everything here runs on the connection's event loop.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = NIOHTTPServerRequestFull
  typealias OutboundOut = HTTPServerResponsePart

  private let handler: Handler
  private let tally: Tally
  private let life: ServerLife
  private var transmission: Transmission?

  init(handler: @escaping Handler, tally: Tally, life: ServerLife) {
    self.handler = handler
    self.tally = tally
    self.life = life
  }

  func channelActive(context: ChannelHandlerContext) {
    tally.connectionOpened()
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    tally.connectionClosed()
    abandon()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let (head, body) = (Self.unwrapInboundIn(data).head, Self.unwrapInboundIn(data).body)
    let request = Request(
      method: head.method, target: head.uri, headers: head.headers,
      localAddress: context.localAddress.map(\.hostAndPort) ?? "localhost",
      body: body.map { Array($0.readableBytesView) } ?? [])
    tally.requested(request.path)
    switch handler(request) ?? .now(.notFound(request.path)) {
    case .now(let response):
      send(response, to: request, head: head, context: context)
    case .later(let work):
      let loop = context.eventLoop
      let connection = NIOLoopBound((self, context), eventLoop: loop)
      let once = Locked(false)
      work { [life] response in
        guard once.set() else { return }
        life.whileRunning {
          loop.execute {
            let (connection, context) = connection.value
            guard context.channel.isActive else { return }
            connection.send(response, to: request, head: head, context: context)
          }
        }
      }
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    transmission?.writabilityChanged()
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A body that is too long has been refused, and the rest of it is skipped.
    if error is NIOHTTPObjectAggregatorError { return }
    // A request that is not HTTP, or a connection that broke: nothing more can be said on it.
    abandon()
    context.close(promise: nil)
  }

  private func send(
    _ response: Response, to request: Request, head: HTTPRequestHead, context: ChannelHandlerContext
  ) {
    let transmission = Transmission(
      response.fitted(to: request), method: head.method, version: head.version,
      keepsAlive: head.isKeepAlive, context: context)
    self.transmission = transmission
    transmission.start()
  }

  private func abandon() {
    transmission?.abandon()
    transmission = nil
  }
}

extension SocketAddress {
  /// As it stands in a URL.
  fileprivate var hostAndPort: String {
    let host = ipAddress ?? "localhost"
    return (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
  }
}

/// Whether a server still runs. What comes from other threads, late, must not reach event loops that have ended.
final class ServerLife: Sendable {
  private let isRunning = NIOLockedValueBox(true)

  /// Does the work, which must be short, unless the server is stopping; it does not stop meanwhile.
  func whileRunning(_ work: () -> Void) {
    isRunning.withLockedValue { if $0 { work() } }
  }

  func end() { isRunning.withLockedValue { $0 = false } }
}
