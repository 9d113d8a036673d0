import Base
import WebServer

/// The server of the samples. It serves photos, lists of photos, searches and monarchs, with delays and faults on
/// request. All members may be used on any thread.
public final class SampleServer: Sendable {
  private let server: WebServer
  private let dice: FaultDice
  private let extra: Locked<Handler?>

  /// Listens and answers until the server is stopped or released. Blocks until the port is bound.
  /// - Parameters:
  ///   - host: A numeric address, or a host name that resolves to one. The default is reachable only from this
  ///     machine.
  ///   - port: The port, or 0 for any free one.
  ///   - faults: The faults that the server produces on purpose.
  ///   - patience: The time in which each request has to arrive, or nil for any time.
  /// - Throws: `WebServerError`, which names the address.
  public init(
    host: String = "127.0.0.1", port: Int = 0, faults: Faults = .none, patience: Duration? = nil
  ) throws {
    let (routes, extra) = (SampleRoutes(dice: FaultDice(faults)), Locked<Handler?>(nil))
    (dice, self.extra) = (routes.dice, extra)
    server = try WebServer(host: host, port: port, patience: patience) { request in
      extra.value?(request) ?? routes.answer(request)
    }
  }

  public var port: Int { server.port }

  /// The URL of the server: `http://`, the address and the port, without a trailing slash.
  public var url: String { server.url }

  public var counters: Counters { server.counters }

  /// The deliberate faults. A change applies from the next request on. Setting them restarts the count of attempts,
  /// so that repeated requests get the same faults again.
  public var faults: Faults {
    get { dice.faults }
    set { dice.faults = newValue }
  }

  /// A handler that is asked before the server's own pages. If it returns nil, the server's own pages answer the
  /// request. Its answers never have faults.
  public var handler: Handler? {
    get { extra.value }
    set { extra.withLock { $0 = newValue } }
  }

  /// Closes every connection and the port, even in the middle of a response. Returns when that is done. A second call
  /// does nothing. On one of the server's own threads, it returns immediately and closes in the background.
  public func stop() { server.stop() }

  /// Closes every connection and the port, even in the middle of a response. Returns when that is done, and blocks no
  /// thread.
  public func stop() async { await server.stop() }
}
