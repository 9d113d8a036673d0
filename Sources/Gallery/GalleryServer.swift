import Engine
import Engines
import Foundation
import PhotoLists
import SampleServer
import WebServer
import Workloads

/// The engines that a page shows, and the settings of their tables.
public struct GallerySettings: Sendable {
  /// The engines, side by side in this order.
  public var engines: [EngineName]
  /// The list of photos. It is read again for every table of every page, so it can't be standard input.
  public var list: ListSource
  public var table = TableSettings()
  /// Whether each engine is shown twice: first without suspending and cancelling, then with them.
  public var isTwice = false
  /// The port to listen on, or 0 for any free port.
  public var port = 0
  /// The first component of every path. It consists of letters and digits. Requests without it are refused.
  public var token = PageToken.random()

  /// The recorder of the first page. A recorder with a script acts as the page itself, and opens it at the start.
  public var recorder: PageRecorder?
  /// Returns the watchers of a table's engine and of its photos' jobs. Pages are counted from 1.
  public var watcher: (@Sendable (_ page: Int, _ table: String) -> (events: Watcher, jobs: JobsWatcher?)?)?

  public init(engines: [EngineName], list: ListSource) {
    self.engines = engines
    self.list = list
  }
}

/// The server of the live web page, which only this machine can reach. All members may be called from any thread.
///
/// Every page has its own engines, each with its own reporting queue. A stalled queue therefore stalls only its own
/// table.
public final class GalleryServer: Sendable {
  let pages: Pages
  private let server: WebServer

  /// Listens until ``stop()`` is called.
  /// - Parameter sample: The sample server of the photos. The page controls its delay and failure rate.
  /// - Throws: `WebServerError`, which names the port.
  public init(_ configuration: GallerySettings, sample: SampleServer? = nil) throws {
    let pages = Pages(configuration, sample: sample)
    let gate = Guard(token: configuration.token) { pages.answer($0) }
    server = try WebServer(port: configuration.port, patience: WebServer.patience) { gate.answer($0) }
    url = "\(server.url)/\(configuration.token)/"
    self.pages = pages
    if configuration.recorder?.isPage == true { _ = try pages.open() }
  }

  /// The address of the page, with its token.
  public let url: String

  /// Ends all pages, cancels their work, and closes the port. Blocks until that is done, for a few seconds at most.
  /// - Returns: The totals of all pages since the start.
  @discardableResult
  public func stop() -> GallerySummary {
    let summary = pages.endAll()
    server.stop()
    return summary
  }
}
