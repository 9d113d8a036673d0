import Base
import Foundation
import TestSupport
import Testing
import WebServer

@testable import Gallery

@Suite("Answers of the page's server")
struct PagesTests {
  @Test("Every file that the page names is there, and guarded against strange scripts")
  func files() async throws {
    let bench = try GalleryBench([.gcd])
    func response(_ path: String) throws -> Response {
      let answer = try #require(bench.gallery.pages.answer(Request(target: path)), "\(path)")
      guard case .now(let response) = answer else { throw BrowserError(description: path) }
      return response
    }
    for path in ["/", "/gallery.css", "/page.css"] {
      let file = try response(path)
      guard case .slice(let bytes) = file.body else { throw BrowserError(description: path) }
      let text = String(decoding: bytes, as: UTF8.self)
      for match in text.matches(of: /(?:src|href)="([^"]+)"|url\("([^"]+)"\)/) {
        let named = "/" + String(match.1 ?? match.2 ?? "")
        #expect(try response(named).status == .ok, "\(path) names \(named)")
      }
      let rules = file.guarded().headers.first(name: "Content-Security-Policy")
      #expect(rules?.contains("script-src 'self'") == true)
    }
  }

  @Test("The page draws the queues whose slots the program reports")
  func queues() throws {
    let file = try #require(PageFiles.response(to: "/lanes.js"))
    guard case .slice(let bytes) = file.body else { throw BrowserError(description: "lanes.js") }
    let names = Lanes.queues.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    #expect(String(decoding: bytes, as: UTF8.self).contains("const queues = [\(names)];"))
  }

  @Test("A message keeps its text, and shows characters that would change the direction of the page's text")
  func direction() throws {
    let marks = "\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}\u{2028}"
    let text = ["a\u{202E}gpj.exe", "é 夏 👨‍👩‍👧 \"\\", marks]
    let decoded = try JSONDecoder().decode([String].self, from: Data(text.json.utf8))
    #expect(decoded == [#"a\u{202E}gpj.exe"#, text[1], Printable.escaped(marks)])
    #expect(!Printable.escaped(marks).unicodeScalars.contains { !$0.isASCII })
  }

  @Test("Every page has tables of its own; one that was closed is gone")
  func sessions() throws {
    let bench = try GalleryBench([.gcd, .operation])
    let pages = bench.gallery.pages
    let (one, two) = (try pages.open(), try pages.open())
    #expect(one.tables.map(\.name) == ["gcd", "operation"])
    #expect(bench.post("/pages/\(one.id)/close") == 204)
    #expect(bench.post("/pages/\(one.id)/close") == 404)
    #expect(bench.post("/pages/\(two.id)/memory-warning") == 204)
    #expect(bench.pages.map(\.id) == [two.id])
  }

  @Test("Shown twice, an engine's left table isn't suspended by a scroll, and its right one is")
  func twice() async throws {
    let bench = try GalleryBench([.gcd], photos: 20, isTwice: true)
    let tables = try bench.gallery.pages.open().tables
    #expect(tables.map(\.name) == ["gcd without", "gcd with"])
    for (front, isSuspended) in zip(tables, [false, true]) {
      front.scroll(.began)
      let found = await withCheckedContinuation { done in
        front.table.engine.reportQueue.async { [table = front.table] in
          done.resume(returning: table.pipeline.queues.map(\.isSuspended))
        }
      }
      #expect(found == [isSuspended, isSuspended])
    }
  }

  @Test(
    "Requests that make no sense are refused",
    arguments: [
      "scroll", "scroll?kind=rested", "scroll?kind=moved&first=5&last=4", "scroll?kind=moved&first=-1&last=4",
      "scroll?kind=jumped&first=1&last=4",
    ])
  func nonsense(target: String) throws {
    let bench = try GalleryBench([.gcd])
    let page = try bench.gallery.pages.open()
    #expect(bench.post("/pages/\(page.id)/\(target)") == 400)
  }

  @Test("A scroll of a hidden page, which does not listen, starts nothing")
  func hidden() async throws {
    let bench = try GalleryBench([.gcd], photos: 20)
    let page = try bench.gallery.pages.open()
    #expect(bench.post("/pages/\(page.id)/scroll?kind=rested&first=0&last=8") == 204)
    // The second page of the list is empty. When it has been read, the entries of the first page have been handled.
    await bench.traces[.gcd]?.until { $0.endedLists == 2 }
    #expect(bench.traces[.gcd]?.events.contains { $0.queueName == "download" } == false)
  }

  @Test("To the sample server every table of every page is a client of its own: all meet the same failures")
  func clients() async throws {
    let bench = try GalleryBench([.gcd, .operation], photos: 20)
    for _ in 1...2 { _ = try bench.gallery.pages.open() }
    for trace in bench.traces.values {
      // Each table reads two pages of the list, of which the second is empty.
      await trace.until { $0.endedLists == 4 }
    }
    #expect(
      bench.replies.clients == [
        "pipeline (gcd, page 1)", "pipeline (gcd, page 2)", "pipeline (operation, page 1)",
        "pipeline (operation, page 2)",
      ])
  }

  @Test("Delays are set from 0 to 3600 seconds, the failure rate from 0 to 1")
  func controls() throws {
    let bench = try GalleryBench([.gcd])
    let set = Controls(delay: 2.5, failureRate: 0.5, filterDelay: 0.1)
    for query in ["delay=2.5", "failure-rate=0.5", "filter-delay=0.1"] {
      #expect(bench.post("/controls?\(query)") == 204)
    }
    #expect(bench.sample.faults.delay == .milliseconds(2500))
    #expect(bench.gallery.pages.controls == set)
    for query in ["delay=3601", "delay=-1", "delay=nan", "delay=x", "failure-rate=1.5", "filter-delay=-1"] {
      #expect(bench.post("/controls?\(query)") == 400)
    }
    #expect(bench.gallery.pages.controls == set)
  }

  @Test("A photo that was downloaded and filtered between two updates is sent twice, and its original served")
  func bothSteps() async throws {
    let bench = try GalleryBench([.gcd], photos: 20)
    let front = try bench.gallery.pages.open().tables[0]
    await bench.traces[.gcd]?.until { $0.endedLists == 2 }
    front.scroll(.rested(0..<3))
    await bench.traces[.gcd]?.until { events in events.count { $0.isEnd && $0.queueName == "filter" } == 3 }
    await front.table.pipeline.filters?.idle()
    let rows = try #require(front.update().rows)
    #expect(rows.filter { $0.row < 3 }.map(\.image) == [1, 1, 1, 2, 2, 2])
    func image(original: Bool) async -> [UInt8]? {
      await withCheckedContinuation { go in
        front.image(0, original: original) { go.resume(returning: $0?.bytes) }
      }
    }
    let (original, sepia) = (await image(original: true), await image(original: false))
    #expect(original != nil && sepia != nil && original != sepia)
  }
}
