import Engine
import Engines
import Foundation
import PhotoLists
import SampleServer
import WebServer
import Workloads

/// Which engines a page shows, and what their tables do.
public struct GalleryConfiguration: Sendable {
  /// Side by side, in this order.
  public var engines: [EngineName]
  /// Read again for every table of every page, so not standard input.
  public var list: ListSource
  public var table = TableOptions()
  /// 0 takes any free one.
  public var port = 0
  /// The first part of every path, of letters and digits; requests without it are refused.
  public var token = PageToken.random()

  /// Records the first page. A recorder with a script is that page, and opens it at the start.
  public var recorder: PageRecorder?
  /// Makes what watches the engine of a page's table, and its photos' jobs. Pages are counted from 1.
  public var watcher: (@Sendable (_ page: Int, EngineName) -> (events: Watcher, jobs: JobsWatcher?)?)?

  public init(engines: [EngineName], list: ListSource) {
    self.engines = engines
    self.list = list
  }
}

/// The live web page, on this machine only. All members may be called from any thread.
///
/// Every page has engines of its own, each with a reporting queue of its own, so that a stalled one stalls its table
/// and nothing else.
public final class GalleryServer: Sendable {
  let pages: Pages
  private let server: WebServer

  /// Listens and answers until ``stop()`` is called.
  /// - Parameter sample: the sample server that the photos come from, whose delay and failure rate the page controls.
  /// - Throws: `WebServerError`, naming the port.
  public init(_ configuration: GalleryConfiguration, sample: SampleServer? = nil) throws {
    let pages = Pages(configuration, sample: sample)
    let gate = Guard(token: configuration.token) { pages.answer($0) }
    server = try WebServer.start(port: configuration.port) { gate.answer($0) }
    gate.open(port: server.port)
    url = "\(server.url)/\(configuration.token)/"
    self.pages = pages
    if configuration.recorder?.isPage == true { _ = try pages.open() }
  }

  /// Where the page is, with its token.
  public let url: String

  /// Ends all pages, whose work is cancelled, and closes the port. It blocks until that is done, a few seconds at most.
  /// - Returns: what was done for all pages since the start.
  @discardableResult
  public func stop() -> GallerySummary {
    let summary = pages.endAll()
    server.stop()
    return summary
  }
}
