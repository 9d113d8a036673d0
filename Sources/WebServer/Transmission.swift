import Base
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A response that is being sent, in pieces, no faster than the client reads or the delivery allows. It ends in the
/// way that its delivery prescribes. It lives on the connection's event loop.
final class Transmission {
  private static let pieceSize = 64 * 1024
  /// The length of a step, in seconds, over which a limited rate is maintained.
  private static let pace = 0.05

  private let response: Response
  private let request: HTTPRequestHead
  private let keepsAlive: Bool
  private let context: ChannelHandlerContext
  private var source: BodySource
  /// The number of body bytes left until the break that the delivery prescribes.
  private var untilBreak: Int?
  private var timer: Scheduled<Void>?
  private var isWaitingForRoom = false
  private var isOver = false

  init(_ response: Response, to request: HTTPRequestHead, context: ChannelHandlerContext) {
    (self.response, self.request, self.context) = (response, request, context)
    // For an HTTP/1.0 client, a body of unknown length ends with the connection.
    let isFramed = response.body.length != nil || request.version.knowsChunks
    keepsAlive = request.isKeepAlive && isFramed && response.delivery.ending == .complete
    source = BodySource(response.body)
    untilBreak = response.delivery.breaksOff(bodyLength: response.body.length)
  }

  func start() {
    let delay = response.delivery.delay
    guard delay > .zero else { return begin() }
    schedule(after: TimeAmount(delay)) { $0.begin() }
  }

  func writabilityChanged() {
    if isWaitingForRoom, context.channel.isWritable { pump() }
  }

  /// Called when the connection is closed.
  func abandon() {
    isOver = true
    timer?.cancel()
    timer = nil
  }

  private func begin() {
    guard response.delivery.ending != .reset else { return reset() }
    write(.head(head()))
    guard request.method != .HEAD, response.status.mayHaveResponseBody else { return end() }
    if case .events(let start) = response.body {
      context.flush()
      let stream = EventStream(channel: context.channel)
      stream.startHeartbeat()
      start(stream)
    } else {
      pump()
    }
  }

  private func head() -> HTTPResponseHead {
    var head = HTTPResponseHead(version: request.version, status: response.status, headers: response.headers)
    head.headers.replaceOrAdd(name: "Date", value: HTTPDate.now.description)
    if response.status.mayHaveResponseBody {
      if let length = response.body.length {
        let announced = response.delivery.ending == .overrun ? length / 2 : length
        head.headers.replaceOrAdd(name: "Content-Length", value: String(announced))
      } else if request.version.knowsChunks, request.method != .HEAD {
        head.headers.replaceOrAdd(name: "Transfer-Encoding", value: "chunked")
      }
    }
    if !keepsAlive {
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    } else if !request.version.knowsChunks {
      head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
    }
    return head
  }

  private func pump() {
    guard !isOver else { return }
    if !context.channel.isWritable { context.flush() }
    isWaitingForRoom = !context.channel.isWritable
    if isWaitingForRoom { return }
    if untilBreak == 0 { return breakOff() }
    guard let piece = source.next(atMost: nextSize(), allocator: context.channel.allocator) else {
      return end()
    }
    untilBreak? -= piece.readableBytes
    write(.body(.byteBuffer(piece)))

    if let rate = response.delivery.rate {
      context.flush()
      let seconds = Double(piece.readableBytes) / Double(max(rate, 1))
      schedule(after: .nanoseconds(Int64(seconds * 1e9))) { $0.pump() }
    } else if source.isUsedUp {
      end()
    } else {
      context.flush()
      // One piece per turn, so that a fast reader of a long body doesn't keep others waiting.
      context.eventLoop.assumeIsolated().execute { self.pump() }
    }
  }

  private func nextSize() -> Int {
    var size = Self.pieceSize
    if let rate = response.delivery.rate { size = min(size, max(1, Int(Double(rate) * Self.pace))) }
    if let untilBreak { size = min(size, untilBreak) }
    return size
  }

  private func end() {
    // A body that isn't longer than its break, such as an empty one, still breaks off.
    guard untilBreak == nil || request.method == .HEAD else { return breakOff() }
    isOver = true
    write(.end(nil)) { [keepsAlive] context in
      context.triggerUserOutboundEvent(RequestDeadline.Progress.responseWritten, promise: nil)
      if !keepsAlive { context.close(promise: nil) }
    }
    context.flush()
  }

  private func breakOff() {
    isOver = true
    if response.delivery.ending == .cut { write(.body(.byteBuffer(ByteBuffer()))) { $0.close(promise: nil) } }
    context.flush()
  }

  private func reset() {
    isOver = true
    // With a linger time of zero, the system sends RST instead of FIN.
    guard let options = context.channel as? any SocketOptionProvider else {
      return context.close(promise: nil)
    }
    options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { [context] _ in
      context.close(promise: nil)
    }
  }

  private func write(
    _ part: HTTPServerResponsePart, then action: ((ChannelHandlerContext) -> Void)? = nil
  ) {
    let sent = action.map { _ in context.eventLoop.makePromise(of: Void.self) }
    sent?.futureResult.assumeIsolated().whenComplete { [context] _ in action?(context) }
    context.write(Connection.wrapOutboundOut(part), promise: sent)
  }

  private func schedule(after delay: TimeAmount, _ action: @escaping (Transmission) -> Void) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      guard let self, !self.isOver else { return }
      action(self)
    }
  }
}

extension HTTPVersion {
  /// Whether a body of unknown length can be framed, which requires HTTP/1.1.
  fileprivate var knowsChunks: Bool { major > 1 || (major == 1 && minor >= 1) }
}
