import Base
import NIOCore
import NIOPosix
import WebServer

/// A web server on the loopback address that handles each request exactly as a test specifies. A single
/// thread serves all connections, so that the server doesn't disturb tests that count threads.
public final class LoopbackServer: Sendable {
  public let port: UInt16
  private let host: String
  /// The number of connections accepted so far. `requested` counts the requests.
  public let accepted = Counter()
  public let requested = Counter()
  /// The number of connections that have ended, closed by either side.
  public let ended = Counter()
  /// A gate that opens when the port is free again.
  public let stopped = Gate()

  private struct Log {
    var requests: [Request] = []
    var open = 0
    var mostOpen = 0
  }

  private let log = Locked(Log())
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// - Parameters:
  ///   - isIPv6: Whether the address is ::1 instead of 127.0.0.1.
  ///   - answer: Called on the server's thread for each request, and when a client starts a TLS handshake.
  public init(isIPv6: Bool = false, _ answer: @escaping @Sendable (Request) -> Reply) throws {
    // macOS allows 256 open files per process, and each connection takes two of them here.
    OpenFiles.raiseLimit()
    host = isIPv6 ? "::1" : "127.0.0.1"
    let logged: @Sendable (Request) -> Reply = { [log, requested] request in
      log.withLock { $0.requests.append(request) }
      requested.add()
      return answer(request)
    }
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 4096)
      .childChannelInitializer { [log, accepted, ended] channel in
        log.withLock { log in
          log.open += 1
          log.mostOpen = max(log.mostOpen, log.open)
        }
        accepted.add()
        channel.closeFuture.whenComplete { _ in
          log.withLock { $0.open -= 1 }
          ended.add()
        }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(LoopbackConnection(logged))
        }
      }
    do {
      let address = try bootstrap.bind(host: host, port: 0).wait().localAddress
      guard let port = address?.port else { throw ChannelError.unknownLocalAddress }
      self.port = UInt16(port)
    } catch {
      group.shutdownGracefully { _ in }
      throw error
    }
  }

  public func url(_ path: String = "/") -> String {
    "http://\(host == "::1" ? "[::1]" : host):\(port)\(path)"
  }

  public var requests: [Request] { log.withLock { $0.requests } }

  /// The maximum number of connections that were open simultaneously.
  public var mostOpen: Int { log.withLock { $0.mostOpen } }

  public func stop() {
    group.shutdownGracefully { [stopped] _ in stopped.open() }
  }
}
