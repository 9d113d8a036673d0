import NIOPosix
import WebServer

/// The server that the samples come from: a catalogue of painted photos and lists of them.
public final class SampleServer: Sendable {
  private let server: WebServer
  private let pool: NIOThreadPool

  /// Listens and answers until it is stopped or let go of.
  /// - Parameters:
  ///   - host: a numeric address, or a name for one. The default is reachable from this machine alone.
  ///   - port: 0 takes any free one.
  /// - Throws: `WebServerError`, naming the address.
  public static func start(host: String = "127.0.0.1", port: Int = 0) throws -> SampleServer {
    let pool = NIOThreadPool(numberOfThreads: 2)
    pool.start()
    let routes = SampleRoutes(pool: pool)
    do {
      let server = try WebServer.start(host: host, port: port) { routes.answer($0) }
      return SampleServer(server: server, pool: pool)
    } catch {
      pool.shutdownGracefully { _ in }
      throw error
    }
  }

  private init(server: WebServer, pool: NIOThreadPool) {
    self.server = server
    self.pool = pool
  }

  deinit {
    pool.shutdownGracefully { _ in }
  }

  public var port: Int { server.port }

  /// `http://`, the address and the port, without a slash at the end.
  public var url: String { server.url }

  public var counters: Counters { server.counters }

  /// Closes every connection, whatever it is doing, and the port; returns when that is done. A second call does
  /// nothing. On one of the server's own threads it returns at once and the closing goes on behind it.
  public func stop() {
    server.stop()
    pool.shutdownGracefully { _ in }
  }
}
