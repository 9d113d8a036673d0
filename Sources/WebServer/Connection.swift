import Base
import NIOCore
import NIOHTTP1

/// A client's connection, which passes each request to the handler and sends the response. Requests arrive one at a
/// time, because the pipelining handler holds the next one back. Everything here runs on the connection's event loop.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = NIOHTTPServerRequestFull
  typealias OutboundOut = HTTPServerResponsePart

  private let handler: Handler
  private let counters: Locked<Counters>
  private let isRunning: Locked<Bool>
  private var transmission: Transmission?

  /// Creates the handler of a new connection.
  /// - Parameter isRunning: Whether the server is still running.
  init(handler: @escaping Handler, counters: Locked<Counters>, isRunning: Locked<Bool>) {
    self.handler = handler
    self.counters = counters
    self.isRunning = isRunning
  }

  func channelActive(context: ChannelHandlerContext) {
    counters.withLock {
      $0.connectionsOpen += 1
      $0.connectionsTotal += 1
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    counters.withLock { $0.connectionsOpen -= 1 }
    abandon()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let (head, body) = (Self.unwrapInboundIn(data).head, Self.unwrapInboundIn(data).body)
    let local = context.localAddress
    let request = Request(
      method: head.method, target: head.uri, headers: head.headers,
      localHost: local?.ipAddress ?? "localhost", port: local?.port ?? 80,
      body: body.map { Array($0.readableBytesView) } ?? [])
    counters.withLock { $0.requests += 1 }
    context.triggerUserOutboundEvent(RequestDeadline.Progress.requestArrived, promise: nil)
    switch handler(request) ?? .now(.notFound(request.path)) {
    case .now(let response):
      send(response, to: request, head: head, context: context)
    case .later(let work):
      let loop = context.eventLoop
      let connection = NIOLoopBound((self, context), eventLoop: loop)
      let once = Locked(false)
      work { [isRunning] response in
        guard once.set() else { return }
        // Late callbacks must not reach an event loop that has already ended.
        isRunning.withLock { isRunning in
          guard isRunning else { return }
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
    // The request isn't HTTP, or the connection broke. No response is possible.
    abandon()
    context.close(promise: nil)
  }

  private func send(
    _ response: Response, to request: Request, head: HTTPRequestHead, context: ChannelHandlerContext
  ) {
    let transmission = Transmission(response.fitted(to: request), to: head, context: context)
    self.transmission = transmission
    transmission.start()
  }

  private func abandon() {
    transmission?.abandon()
    transmission = nil
  }
}
