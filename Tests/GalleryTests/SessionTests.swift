import Base
import Dispatch
import Engine
import Engines
import Foundation
import TestSupport
import Testing
import Transport
import WebServer
import Workloads

@testable import Gallery

@Suite("Pages that come and go", .timeLimit(.minutes(15)))
struct SessionTests {
  @Test("A page back while its work is being cancelled keeps all that it starts", arguments: bothEngines)
  func backAtOnce(engine: EngineName) async throws {
    let back = Locked<@Sendable () -> Void>({})
    let bench = try GalleryBench([engine], photos: 5) { event in
      if case .cancelRequested = event.kind { back.value() }
    }
    let trace = try #require(bench.traces[engine])
    // A server of event streams, which two clients open for the page to use.
    let streams = Awaited<[EventStream]>([])
    let lines = try WebServer { _ in .now(.events { stream in streams.change { $0.append(stream) } }) }
    defer { lines.stop() }
    // On Linux, a `URLSession` polls without pause while a stream is open.
    let client = Transport(.patient)
    defer { client.shutdown() }
    for _ in 1...2 { client.start(TransferRequest(url: lines.url)) { _ in } }
    await streams.until { $0.count == 2 }
    let (first, second) = (streams.value[0], streams.value[1])

    let page = try bench.gallery.pages.open()
    page.open(first)
    bench.replies.shut()
    page.scroll(.rested(0..<5))
    await trace.until { events in events.count { $0.isPick && $0.queueName == "download" } == 5 }

    let once = Locked(false)
    back.withLock {
      $0 = {
        guard once.set() else { return }
        let isBack = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          page.open(second)
          page.scroll(.rested(0..<5))
          isBack.signal()
        }
        // Long enough for the page to come back, unless something blocks it.
        _ = isBack.wait(timeout: .now() + 1)
      }
    }
    first.close()
    await trace.until { $0.cancelledDownloads == 5 }
    bench.replies.open()
    await trace.until { events in events.count { $0.isPick && $0.queueName == "filter" } == 5 }
  }

  @Test("What a page did is counted when its last transfer has reported", arguments: bothEngines)
  func totals(engine: EngineName) async throws {
    let bench = try GalleryBench([engine], photos: 20)
    let trace = try #require(bench.traces[engine])
    let page = try bench.gallery.pages.open()
    await trace.until { $0.endedLists == 2 }
    bench.replies.shut()
    // Called on the table, because a page ignores scrolls unless it is connected.
    page.tables[0].scroll(.rested(0..<8))
    await trace.until { events in events.count { $0.isPick && $0.queueName == "download" } == 8 }
    let unended = await withCheckedContinuation { go in
      page.end { _, _ in go.resume(returning: trace.events.unended) }
    }
    #expect(unended == 0)
  }
}

private let bothEngines = [EngineName.gcd, .operation]
