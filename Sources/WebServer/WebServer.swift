import Base
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A small HTTP/1.1 server around one handler: connections kept alive, bodies sent no faster than they are read,
/// conditional and range requests, server-sent events, and deliveries that go wrong on purpose.
public final class WebServer: Sendable {
  /// In bytes; a request with a longer body is refused with 413.
  public static let largestBody = 64 * 1024

  /// The address it listens on, as it was asked for.
  public let host: String
  /// The port it listens on; the one the system chose when 0 was asked for.
  public let port: Int

  private let group: MultiThreadedEventLoopGroup
  private let tally: Locked<Counters>
  private let isRunning: Locked<Bool>

  /// Listens and answers until ``stop()`` is called or the server is let go of. It blocks until the port is
  /// bound, so it must not be called on an event loop.
  /// - Parameters:
  ///   - host: a numeric address, or a name for one. The default is reachable from this machine alone.
  ///   - port: 0 takes any free one.
  /// - Throws: ``WebServerError``, naming the address.
  public static func start(
    host: String = "127.0.0.1", port: Int = 0, handler: @escaping Handler
  ) throws -> WebServer {
    try WebServer(host: host, port: port, handler: handler)
  }

  private init(host: String, port: Int, handler: @escaping Handler) throws {
    OpenFiles.raiseLimit()
    // One loop holds thousands of connections.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let (tally, isRunning) = (Locked(Counters()), Locked(true))
    (self.host, self.group, self.tally, self.isRunning) = (host, group, tally, isRunning)
    do {
      let bootstrap = Self.bootstrap(on: group) {
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

  /// `http://`, the address and the port, without a slash at the end.
  public var url: String {
    // An address for any interface is one to listen on, not one to go to.
    "http://" + authority(host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host, port)
  }

  public var counters: Counters { tally.value }

  /// Closes every connection, whatever it is doing, and the port; returns when that is done. A second call does
  /// nothing. On an event loop it returns at once and the closing goes on behind it.
  public func stop() {
    isRunning.withLock { $0 = false }
    guard MultiThreadedEventLoopGroup.currentEventLoop == nil else {
      return group.shutdownGracefully { _ in }
    }
    try? group.syncShutdownGracefully()
  }

  /// Closes every connection, whatever it is doing, and the port; returns when that is done, holding no thread.
  public func stop() async {
    isRunning.withLock { $0 = false }
    try? await group.shutdownGracefully()
  }

  private static func bootstrap(
    on group: MultiThreadedEventLoopGroup, connection: @escaping @Sendable () -> Connection
  ) -> ServerBootstrap {
    // Half of a request answered in a packet of its own would wait for the client's delayed acknowledgement.
    let noDelay = ChannelOptions.tcpOption(.tcp_nodelay)
    var framing = HTTPResponseEncoder.Configuration()
    framing.automaticallySetFramingHeaders = false
    return ServerBootstrap(group: group)
      .serverChannelOption(ChannelOptions.backlog, value: 4096)
      .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(ChannelOptions.maxMessagesPerRead, value: 64)
      .childChannelOption(noDelay, value: 1)
      .childChannelInitializer { [framing] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: true, withErrorHandling: true,
            withOutboundHeaderValidation: true, withEncoderConfiguration: framing)
          try pipeline.addHandler(NIOHTTPServerRequestAggregator(maxContentLength: largestBody))
          try pipeline.addHandler(connection())
        }
      }
  }
}

/// The server could not listen where it was asked to.
public struct WebServerError: Error, CustomStringConvertible, Sendable {
  public let host: String
  public let port: Int
  public let reason: any Error

  public var description: String {
    guard let system = reason as? IOError else { return "cannot listen on \(host):\(port): \(reason)" }
    switch system.errnoCode {
    case EADDRINUSE:
      return "cannot listen on \(host):\(port): the port is in use. Choose another, or 0 for any free one."
    case EACCES:
      return
        "cannot listen on \(host):\(port): permission denied. Choose a port above 1023, or 0 for any free one."
    case EADDRNOTAVAIL:
      return "cannot listen on \(host):\(port): this machine has no such address. Try 127.0.0.1."
    default:
      return "cannot listen on \(host):\(port): \(system)"
    }
  }
}

/// Counts of a server's requests and connections so far.
public struct Counters: Sendable, Equatable {
  public internal(set) var requests = 0
  public internal(set) var connectionsOpen = 0
  public internal(set) var connectionsTotal = 0
}

/// A host and a port as they stand in a URL.
func authority(_ host: String, _ port: Int) -> String {
  (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
}
