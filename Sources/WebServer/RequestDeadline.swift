import NIOCore

/// Closes a connection whose client doesn't complete its next request in time, so that half-sent requests and idle
/// connections can't use up the process's open files.
///
/// It is the first handler in a channel's pipeline, because user events travel to the front. ``Connection`` reports each
/// request that has arrived, and ``Transmission`` each response that has been written.
final class RequestDeadline: ChannelInboundHandler, ChannelOutboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  enum Progress { case requestArrived, responseWritten }

  /// The time that a client has for a whole request after it connected, or after the previous response.
  private let patience: TimeAmount
  private var timer: Scheduled<Void>?
  /// The number of requests that have arrived and whose responses haven't been written. With pipelining, the next
  /// request arrives as soon as a response is complete, before its last bytes have been written.
  private var pending = 0

  init(patience: TimeAmount) { self.patience = patience }

  func channelActive(context: ChannelHandlerContext) {
    startTimer(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
  {
    switch event as? Progress {
    case .requestArrived:
      pending += 1
      timer?.cancel()
    case .responseWritten:
      pending -= 1
      if pending == 0, context.channel.isActive { startTimer(context) }
    case nil: return context.triggerUserOutboundEvent(event, promise: promise)
    }
    promise?.succeed()
  }

  private func startTimer(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
  }
}
