import Base
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A small HTTP/1.1 server with one handler. It keeps connections alive, sends bodies no faster than they are read,
/// and supports conditional and range requests, server-sent events, and deliveries that fail on purpose.
public final class WebServer: Sendable {
  /// The maximum length of a request's body, in bytes. A longer body is refused with status 413.
  public static let largestBody = 64 * 1024

  /// The time that programs with users give each request to arrive.
  public static let patience = Duration.seconds(10)

  /// The address that the server was asked to listen on.
  public let host: String
  /// The port that the server listens on. If the server was asked for port 0, the system has chosen it.
  public let port: Int

  private let group: MultiThreadedEventLoopGroup
  private let tally: Locked<Counters>
  private let isRunning: Locked<Bool>

  /// Listens and answers until ``stop()`` is called or the server is released. It blocks until the port is bound, so
  /// it must not be called on an event loop.
  /// - Parameters:
  ///   - host: An IP address, or a host name that resolves to one. The default is reachable from this machine only.
  ///   - port: The port, or 0 for any free one.
  ///   - patience: The time in which each request has to arrive, or nil for any time.
  /// - Throws: ``WebServerError``, which names the address.
  public init(
    host: String = "127.0.0.1", port: Int = 0, patience: Duration? = nil, handler: @escaping Handler
  ) throws {
    OpenFiles.raiseLimit()
    // One loop holds thousands of connections.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let (tally, isRunning) = (Locked(Counters()), Locked(true))
    self.host = host
    self.group = group
    self.tally = tally
    self.isRunning = isRunning
    do {
      let bootstrap = Self.bootstrap(on: group, patience) {
        Connection(handler: handler, counters: tally, isRunning: isRunning)
      }
      let channel = try bootstrap.bind(host: host, port: port).wait()
      guard let bound = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
      self.port = bound
    } catch {
      group.shutdownGracefully { _ in }
      throw WebServerError(host: host, port: port, reason: error)
    }
  }

  deinit {
    isRunning.withLock { $0 = false }
    group.shutdownGracefully { _ in }
  }

  /// The URL of the server: `http://`, the address and the port, without a trailing slash.
  public var url: String {
    // The address of all interfaces is for listening, not for connecting.
    "http://" + authority(host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host, port)
  }

  public var counters: Counters { tally.value }

  /// Closes every connection and the port, even in the middle of a response. Returns when that is done. If it is
  /// called on an event loop, it returns immediately and closes in the background. A second call does nothing.
  public func stop() {
    isRunning.withLock { $0 = false }
    guard MultiThreadedEventLoopGroup.currentEventLoop == nil else {
      return group.shutdownGracefully { _ in }
    }
    try? group.syncShutdownGracefully()
  }

  /// Closes every connection and the port, even in the middle of a response. Returns when that is done, without
  /// blocking a thread.
  public func stop() async {
    isRunning.withLock { $0 = false }
    try? await group.shutdownGracefully()
  }

  private static func bootstrap(
    on group: MultiThreadedEventLoopGroup, _ patience: Duration?,
    connection: @escaping @Sendable () -> Connection
  ) -> ServerBootstrap {
    // Without this option, the second half of a response, in a separate packet, would wait for the client's delayed
    // acknowledgement.
    let noDelay = ChannelOptions.tcpOption(.tcp_nodelay)
    return ServerBootstrap(group: group)
      .serverChannelOption(ChannelOptions.backlog, value: 4096)
      .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(ChannelOptions.maxMessagesPerRead, value: 64)
      .childChannelOption(noDelay, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try addHandlers(to: channel, patience, connection()) }
      }
  }

  static func addHandlers(to channel: any Channel, _ patience: Duration?, _ connection: Connection) throws {
    var framing = HTTPResponseEncoder.Configuration()
    framing.automaticallySetFramingHeaders = false
    let pipeline = channel.pipeline.syncOperations
    if let patience { try pipeline.addHandler(RequestDeadline(patience: TimeAmount(patience))) }
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: true, withErrorHandling: true,
      withOutboundHeaderValidation: true, withEncoderConfiguration: framing)
    try pipeline.addHandler(NIOHTTPServerRequestAggregator(maxContentLength: largestBody))
    try pipeline.addHandler(connection)
  }
}

/// The reason why a server can't listen.
public struct WebServerError: Error, CustomStringConvertible, Sendable {
  public let host: String
  public let port: Int
  public let reason: any Error

  public var description: String {
    let words =
      switch (reason as? IOError)?.errnoCode {
      case nil: "there is no such host. Try 127.0.0.1."
      case EADDRINUSE: "the port is in use. Choose another, or 0 for any free one."
      case EACCES: "permission denied. Choose a port above 1023, or 0 for any free one."
      case EADDRNOTAVAIL: "this machine has no such address. Try 127.0.0.1."
      case let number?: String(cString: strerror(number))
      }
    return "cannot listen on \(host):\(port): \(words)"
  }
}

/// Counts of a server's requests and connections so far.
public struct Counters: Sendable, Equatable {
  public internal(set) var requests = 0
  public internal(set) var connectionsOpen = 0
  public internal(set) var connectionsTotal = 0
}

/// Returns a host and a port in the form that URLs use.
func authority(_ host: String, _ port: Int) -> String {
  (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
}
