import Base
import Engines
import Foundation
import SampleServer
import TestSupport
import Testing

@testable import Gallery

/// Tests of the page in a real browser, and of the program's work in the meantime.
@Suite("The page in a browser", .serialized, .browser)
struct PageTests {
  /// Returns an expression for whether every visible row is done in all columns, with at least `count` rows in each.
  static func isDone(atLeast count: Int = 5) -> String {
    """
    (() => {
      const scroller = document.getElementById("scroller"), columns = [...document.querySelectorAll(".column")];
      const top = scroller.getBoundingClientRect().top + scroller.clientTop;
      return columns.length > 0 && columns.every((column) => {
        const rows = [...column.querySelectorAll(".row")].filter((row) => {
          const box = row.getBoundingClientRect();
          return box.bottom > top && box.top < top + scroller.clientHeight;
        });
        // Until the next frame is drawn, those from before a scroll are there.
        const isDrawn = rows.some((row) => Number(row.dataset.row) === Math.floor(scroller.scrollTop / 80));
        return isDrawn && rows.length >= \(count) && rows.every((row) => row.dataset.state === "failed" ||
          row.dataset.state === "filtered" && row.querySelector("img").naturalWidth > 0 && row.querySelector("b").textContent);
      });
    })()
    """
  }

  /// Returns an expression for a figure of an engine's strip.
  static func figure(_ engine: String, _ name: String) -> String {
    "document.querySelector('.strip[data-engine=\"\(engine)\"] dd[data-is=\"\(name)\"]')?.textContent"
  }

  static let isLoaded = "document.getElementById('count').textContent === '1,000 photos'"
  static let rested = "!document.querySelector('.badge[data-is=\"suspended\"]')"

  @Test("Both engines show what is in sight, sepia or failed, and only rows near it exist")
  func bothSideBySide() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(Self.isDone())
    try await browser.until(Self.isLoaded)
    let rows = try await browser.run("return document.querySelectorAll('.row').length") as? Int
    #expect((10...60).contains(rows ?? 0))

    // The first broken photo of the list is among the first rows.
    try await browser.scroll(by: 20, frames: 10)
    try await browser.until(Self.isDone())
    for engine in ["gcd", "operation"] {
      let note = try await browser.run(
        "return document.querySelector('.column[data-engine=\"\(engine)\"] [data-state=\"failed\"] small').textContent"
      )
      #expect((note as? String)?.hasPrefix("Failed to load: not found") == true)
    }
    try await browser.until("document.getElementById('activity').dataset.active === 'false'")
    await browser.quit()
  }

  @Test("One scroll suspends both engines, starts nothing meanwhile, and cancels what went out of sight")
  func scroll() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    bench.replies.shut()
    let browser = try await Browser.open(bench.gallery.url)
    for engine in ["gcd", "operation"] {
      // The window has room for at least this many rows below the lanes.
      try await browser.until("Number(\(Self.figure(engine, "running"))) >= 5")
    }
    // Every visible row has a download and a filter.
    let inSight = bench.traces.mapValues { $0.events.unended / 2 }
    let before = bench.traces.mapValues { $0.events.cancelledDownloads }
    try await browser.scroll(by: 80, frames: 60)
    for (engine, rows) in inSight {
      let all = rows + (before[engine] ?? 0)
      // There may be more if a slow browser comes to rest on the way.
      try await browser.until("Number(\(Self.figure(engine.rawValue, "cancelled"))) >= \(all)")
    }
    bench.replies.open()
    try await browser.until(Self.isDone())
    for trace in bench.traces.values {
      #expect(trace.events.suspensions >= 1)
      #expect(trace.events.startedWhileSuspended == [])
      #expect(trace.events.cancelledDownloads >= 5)
    }
    await browser.quit()
  }

  @Test("Every photo is seen as it came before its sepia, however fast the filter was")
  func bothSteps() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    bench.replies.shut()
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(Self.isLoaded)
    try await browser.run(
      """
      window.seen = {};
      document.addEventListener("load", ({ target }) => {
        const of = target.closest(".column").dataset.engine + target.closest(".row").dataset.row;
        (window.seen[of] ??= []).push(new URL(target.src).searchParams.get("image"));
      }, true);
      """)
    bench.replies.open()
    try await browser.until(Self.isDone())
    try await browser.until("Object.values(window.seen).every((images) => images.at(-1) === '2')")
    let seen = try await browser.run("return Object.values(window.seen).map((images) => images.join())")
    #expect((seen as? [String]).map(Set.init) == ["1,2"])
    await browser.quit()
  }

  @Test("Scrolling away and back downloads nothing a second time", arguments: [EngineName.gcd, .operation])
  func noSecondDownload(engine: EngineName) async throws {
    let bench = try GalleryBench([engine])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(Self.isDone())
    try await browser.scroll(by: 100, frames: 30)
    try await browser.until("\(Self.rested) && \(Self.isDone())")
    try await browser.scroll(by: -100, frames: 30)
    try await browser.until("\(Self.rested) && \(Self.isDone())")
    let shown =
      try await browser.run("return document.querySelector('[data-row=\"0\"]').dataset.state") as? String
    #expect(shown == "filtered")
    #expect(bench.replies.requests.count >= 10)
    #expect(bench.replies.requests.values.allSatisfy { $0 == 1 })
    await browser.quit()
  }

  @Test("A list that can't be had is said, and tried again when asked to")
  func oops() async throws {
    let bench = try GalleryBench([.gcd])
    bench.replies.lists = .text("500: on purpose\n", status: .internalServerError)
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.tryAgain("oops", saying: "Oops!", "500") { bench.replies.lists = nil }
    try await browser.until(Self.isDone())
    await browser.quit()
  }

  @Test("A list that breaks off is said, with what is there of it, and read on when asked to")
  func brokenList() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    // The list breaks off after five photos.
    bench.replies.lists = .text(TestSupport.brokenList)
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.tryAgain(
      "broken", saying: "The list broke off after 5 photos: ", "broken at entry 6"
    ) { bench.replies.lists = nil }
    try await browser.until(Self.isLoaded)
    try await browser.scroll(by: 80, frames: 20)
    try await browser.until(Self.isDone())
    await browser.quit()
  }

  @Test("Why the program opens no page is said, and tried again when asked to")
  func refused() async throws {
    let bench = try GalleryBench([.gcd], photos: 20)
    while (try? bench.gallery.pages.open()) != nil {}
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.tryAgain("oops", saying: "too many pages", "Try again") {
      for page in bench.pages { bench.gallery.pages.end(page) }
    }
    try await browser.until(Self.isDone())
    await browser.quit()
  }

  @Test("Closing a page cancels its work, and no other page's")
  func closing() async throws {
    let bench = try GalleryBench([.gcd])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(Self.isDone())
    bench.replies.shut()
    let second = try await Browser.open(bench.gallery.url)
    try await second.until("Number(\(Self.figure("gcd", "running"))) >= 5")
    #expect(bench.pages.count == 2)
    try await second.go(to: "about:blank")
    await bench.traces[.gcd]?.until { $0.cancelledDownloads >= 5 && $0.unended == 0 }
    bench.replies.open()
    try await browser.scroll(by: 100, frames: 10)
    try await browser.until("\(Self.rested) && \(Self.isDone())")
    await second.quit()
    await browser.quit()
  }

  @Test("A photo that has failed is tried again by its button, and the keyboard goes on scrolling")
  func retried() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    let isMended = Locked(false)
    bench.sample.handler = { request in
      request.path.hasPrefix("/photos/") && !isMended.value ? .now(.notFound(request.path)) : nil
    }
    let browser = try await Browser.open(bench.gallery.url)
    let row = "document.querySelector('.column[data-engine=\"operation\"] .row[data-row=\"0\"]')"
    try await browser.until("\(row)?.dataset.state === 'failed' && !\(row).querySelector('button').hidden")
    isMended.withLock { $0 = true }
    try await browser.run("\(row).querySelector('button').click()")
    try await browser.until("\(row).dataset.state === 'filtered' && \(row).querySelector('button').hidden")
    #expect(try await browser.run("return document.activeElement.id") as? String == "scroller")
    // The other engine wasn't asked to try its photo again.
    let other = "document.querySelector('.column[data-engine=\"gcd\"] .row[data-row=\"0\"]')"
    #expect(try await browser.run("return \(other).dataset.state") as? String == "failed")
    await browser.quit()
  }

  @Test("A badge keeps its size, whatever it says, where its card has room for it")
  func badge() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    bench.replies.shut()
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(Self.isLoaded)
    for width in [700, 1200] {
      try await browser.resize(to: (width, 740))
      let sizes =
        try await browser.run(
          """
          const badge = document.querySelector(".badge"), scroller = document.getElementById("scroller");
          return ["idle", "running", "warning: 1234 dropped", "stalled 12.3 s"].map((text) => {
            badge.textContent = text;
            return [badge.offsetWidth, badge.offsetHeight, scroller.getBoundingClientRect().top].join(" ");
          });
          """) as? [String]
      #expect(Set(try #require(sizes)).count == 1, "\(width) pixels: \(sizes ?? [])")
    }
    await browser.quit()
  }

  @Test("The first thing that is offered is an engine that stalls")
  func offered() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until("!document.getElementById('stall').hidden")
    let first = try await browser.run(
      "return [...document.querySelectorAll('button, input, select')].find((one) => one.offsetParent)?.id")
    #expect(first as? String == "stall")
    try await browser.click("#stall")
    try await browser.until("document.querySelector('.strip[data-engine=\"serial\"]')")
    try await browser.until("document.getElementById('stall').hidden")
    await browser.quit()
  }

  @Test("When the program has ended, the page says so in each place, and no longer that it is idle")
  func lost() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(Self.isDone())
    bench.gallery.stop()
    try await browser.until("!document.getElementById('oops').hidden")
    let states = try await browser.run(
      "return [...document.querySelectorAll('.badge, #activity span')].map((one) => one.textContent.toLowerCase())"
    )
    #expect(states as? [String] == ["no answer", "no answer", "no answer"])
    // The program will have a different port next time.
    let words = try await browser.run("return document.getElementById('oops').innerText") as? String
    #expect(words?.contains("start “pipeline gallery” again and open the address it prints") == true)
    await browser.quit()
  }

  @Test("The address of a page sets its controls, and a visitor without such an address has the program's")
  func addressed() async throws {
    let bench = try GalleryBench([.gcd], photos: 20)
    let browser = try await Browser.open(bench.gallery.url + "?delay=1.5&filter-delay=0.2")
    try await browser.until(
      "document.getElementById('delay').value === '1.5' && document.getElementById('filter-delay').value === '0.2'"
    )
    try await browser.go(to: "about:blank")
    while bench.pages.contains(where: \.isOpen) { try await browser.run("") }
    try await browser.go(to: bench.gallery.url)
    try await browser.until("\(Self.isDone()) && document.getElementById('delay').value === '0'")
    await browser.quit()
  }

  @Test("The page sets the sample server's delay, and shows what another page has set")
  func controls() async throws {
    let bench = try GalleryBench([.gcd])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until("!document.getElementById('delay').parentElement.hidden")
    try await browser.run(
      "const delay = document.getElementById('delay'); delay.value = 1.5; delay.dispatchEvent(new Event('change'));"
        + "delay.value = 0")
    try await browser.until("document.getElementById('delay').value === '1.5'")
    #expect(bench.sample.faults.delay == .milliseconds(1500))
    // `--delay` allows a longer delay than the slider.
    bench.sample.faults.delay = .seconds(10)
    try await browser.until("document.getElementById('delay').value !== '1.5'")
    let shown = try await browser.run("return document.getElementById('delay').parentElement.innerText")
    #expect((shown as? String)?.hasSuffix("10 s") == true)
    await browser.quit()
  }

  @Test("With serial the main queue stalls, the table stands still, and the rest of the page does not")
  func serialStalls() async throws {
    let bench = try GalleryBench([.serial])
    bench.replies.shut()
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(
      "document.querySelector('.column.stalled') && document.querySelector('.badge[data-is=\"stalled\"]')")
    try await browser.run("document.getElementById('scroller').scrollTop = 400")
    // The page's server responds while the table's own queue is stalled.
    let answer = "return fetch('.').then((answer) => answer.ok)"
    #expect(try await browser.run(answer) as? Bool == true)
    #expect(try await browser.run("return !!document.querySelector('.column.stalled')") as? Bool == true)
    // What the page knew of the list is out of date.
    let activity = "return document.querySelector('#activity span').textContent"
    #expect(try await browser.run(activity) as? String == "Main queue stalled")
    bench.replies.open()
    try await browser.until("!document.querySelector('.column.stalled') && \(Self.isDone())")
    try await browser.until("document.querySelector('#activity span').textContent === 'Idle'")
    await browser.quit()
  }

  @Test("No figure of a strip touches another or is cut, however narrow")
  func figuresApart() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    // Lists are still served, but photos are not.
    bench.replies.shut()
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(Self.isLoaded)
    for width in [340, 360, 414, 560, 700, 1000, 1280, 1600] {
      try await browser.resize(to: (width, 740))
      // The longest texts are set and measured immediately, because the page still receives updates.
      let clashes =
        try await browser.run(
          """
          const strip = document.querySelector('.strip[data-engine="operation"]');
          strip.querySelector(".badge").textContent = "warning: 1234 dropped";
          strip.querySelector("details").open = true;
          for (const cell of strip.querySelectorAll("td")) cell.textContent = "220 ms";
          for (const figure of strip.querySelectorAll("dd")) figure.textContent = "1234";
          for (const name of ["fetched", "wasted"]) strip.querySelector(`[data-is="${name}"]`).textContent = "120 MB";
          const texts = [...strip.querySelectorAll("h2 b, .badge, dt, dd, th, td")].filter((one) => one.innerText);
          const boxes = texts.map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return { text: one.innerText, box: range.getBoundingClientRect() };
          });
          const inside = strip.getBoundingClientRect();
          const title = strip.querySelector("h2").getBoundingClientRect();
          return boxes.flatMap(({ text, box }, index) => [
            ...(box.right > inside.right || (!index && box.right > title.right) ? [`${text} is cut`] : []),
            ...boxes.slice(index + 1).filter(({ box: other }) =>
              Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 4 &&
              Math.max(box.left, other.left) < Math.min(box.right, other.right)
            ).map((other) => `${text} touches ${other.text}`),
          ]);
          """) as? [String]
      #expect(clashes == [], "\(width) pixels")
    }
    await browser.quit()
  }

  @Test("The keyboard scrolls, on a narrow window too")
  func keyboard() async throws {
    let bench = try GalleryBench([.gcd, .operation])
    let browser = try await Browser.open(bench.gallery.url, size: (400, 700))
    try await browser.until(Self.isLoaded)
    // The scroller has focus before anything has been clicked.
    #expect(try await browser.run("return document.activeElement.id") as? String == "scroller")
    // Page Down, in WebDriver's encoding.
    try await browser.press("\u{E00F}")
    try await browser.until("document.getElementById('scroller').scrollTop > 200 && \(Self.rested)")
    try await browser.until(Self.isDone(atLeast: 3))
    await browser.quit()
  }
}

extension Browser {
  /// Waits for an element that reports a problem, fixes the problem, clicks the element's button, and waits until the
  /// element disappears.
  func tryAgain(_ id: String, saying words: String..., mend: () async throws -> Void) async throws {
    try await until("!document.getElementById('\(id)').hidden")
    let text = try await run("return document.getElementById('\(id)').innerText") as? String
    for word in words { #expect(text?.contains(word) == true) }
    try await mend()
    try await click("#\(id) button")
    try await until("document.getElementById('\(id)').hidden")
  }
}
