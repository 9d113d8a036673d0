import Base
import NIOCore
import NIOHTTP1

/// One client's connection: puts a request together, asks the handler, and sends the answer. Requests come one at a
/// time, since the pipelining handler holds the next one back. Everything here runs on the connection's event loop.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let handler: Handler
  private let tally: Tally
  private let life: ServerLife
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isRefused = false
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
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
    case .body(let part):
      guard !isRefused else { return }
      guard body.count + part.readableBytes <= WebServer.largestBody else { return refuse(context: context) }
      body.append(contentsOf: part.readableBytesView)
    case .end:
      guard let head, !isRefused else { return }
      answer(head, context: context)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    transmission?.writabilityChanged()
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A request that is not HTTP, or a connection that broke: nothing more can be said on it.
    abandon()
    context.close(promise: nil)
  }

  private func answer(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
    let request = Request(
      method: head.method, target: head.uri, headers: head.headers,
      localAddress: context.localAddress.map(\.hostAndPort) ?? "localhost", body: body)
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

  private func send(
    _ response: Response, to request: Request, head: HTTPRequestHead, context: ChannelHandlerContext
  ) {
    let transmission = Transmission(
      response.fitted(to: request), method: head.method, version: head.version,
      keepsAlive: head.isKeepAlive && !isRefused, context: context)
    self.transmission = transmission
    transmission.start()
  }

  private func refuse(context: ChannelHandlerContext) {
    isRefused = true
    guard let head else { return }
    let refusal = Response.text(
      "413: at most \(WebServer.largestBody) bytes are taken\n", status: .payloadTooLarge)
    send(refusal, to: Request(target: head.uri), head: head, context: context)
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
