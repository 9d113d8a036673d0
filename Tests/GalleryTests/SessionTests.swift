import Base
import Dispatch
import Engine
import Engines
import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer
import Workloads

@testable import Gallery

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Pages that come and go", .timeLimit(.minutes(15)))
struct SessionTests {
  @Test(
    "A page that comes back while what it had is being cancelled keeps all that it starts",
    arguments: bothEngines)
  func backAtOnce(engine: EngineName) async throws {
    let (first, second) = (try await Line.open(), try await Line.open())
    let sample = try SampleServer.start()
    let replies = Replies()
    sample.handler = { replies.answer($0) }
    defer { sample.stop() }
    var configuration = GalleryConfiguration(
      engines: [engine], list: .url(sample.url + "/photos.jsonl?count=5"))
    configuration.table.transfers.bePatient()
    let (trace, back) = (Recorder(), Locked<@Sendable () -> Void>({}))
    configuration.watcher = { _, _ in
      let events: Watcher = { event in
        trace.record(event)
        if case .cancelRequested = event.kind { back.value() }
      }
      return (events, nil)
    }
    let gallery = try GalleryServer(configuration, sample: sample)
    defer { gallery.stop() }
    let page = try gallery.pages.open()
    page.open(first.stream)
    replies.shut()
    page.scroll(.rested(0..<5))
    await trace.until { events in events.count { $0.isPick && $0.queueName == "download" } == 5 }

    let once = Locked(false)
    back.withLock {
      $0 = {
        guard once.set() else { return }
        let isBack = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          page.open(second.stream)
          page.scroll(.rested(0..<5))
          isBack.signal()
        }
        // Long enough for a page that nothing holds up.
        _ = isBack.wait(timeout: .now() + 1)
      }
    }
    first.stream.close()
    await trace.until { $0.cancelledDownloads == 5 }
    replies.open()
    await trace.until { events in events.count { $0.isPick && $0.queueName == "filter" } == 5 }
    withExtendedLifetime((first, second)) {}
  }

  @Test("What a page did is counted when its last transfer has reported", arguments: bothEngines)
  func totals(engine: EngineName) async throws {
    let bench = try GalleryBench([engine], list: "/photos.jsonl?count=20")
    let trace = try #require(bench.traces[engine])
    let page = try bench.gallery.pages.open()
    await trace.until { $0.endedLists == 2 }
    bench.replies.shut()
    // Not from a page that listens, which would have to be connected.
    page.tables[0].scroll(.rested(0..<8))
    await trace.until { events in events.count { $0.isPick && $0.queueName == "download" } == 8 }
    let unended = await withCheckedContinuation { go in
      page.end { _, _ in go.resume(returning: trace.events.unended) }
    }
    #expect(unended == 0)
  }
}

private let bothEngines = [EngineName.gcd, .operation]

/// A line of server-sent events to a client, for a page to listen on.
private final class Line: Sendable {
  let stream: EventStream
  private let server: WebServer
  private let client: URLSessionDataTask

  private init(_ stream: EventStream, _ server: WebServer, _ client: URLSessionDataTask) {
    (self.stream, self.server, self.client) = (stream, server, client)
  }

  deinit {
    client.cancel()
    server.stop()
  }

  static func open() async throws -> Line {
    let (streams, tell) = AsyncStream.makeStream(of: EventStream.self)
    let server = try WebServer.start { _ in .now(.events { tell.yield($0) }) }
    let client = try URLSession.shared.dataTask(with: #require(URL(string: server.url)))
    client.resume()
    for await stream in streams { return Line(stream, server, client) }
    throw BrowserError(description: "no stream")
  }
}
