import Engines
import TestSupport
import Testing

@testable import Gallery

/// Tests of work that resumes after it was cancelled, or after the page was lost, closed or left.
@Suite("The page that comes back", .serialized, .browser)
struct ReturnTests {
  @Test(
    "A memory warning cancels everything pending; a scroll, a click on a row or the same button starts again",
    arguments: [nil, ".row", "#warning"])
  func memoryWarning(clicked: String?) async throws {
    // Five rows fit without scrolling.
    let bench = try GalleryBench([.operation], photos: clicked == nil ? 1_000 : 5)
    bench.replies.shut()
    let browser = try await Browser.open(bench.gallery.url)
    let (running, waiting) = (
      PageTests.figure("operation", "running"), PageTests.figure("operation", "waiting")
    )
    try await browser.until("Number(\(running)) >= 5")
    try await browser.click("#warning")
    try await browser.until("\(running) === '0' && \(waiting) === '0'")
    try await browser.until("document.getElementById('activity').dataset.active === 'false'")
    try await browser.until("/warning: \\d+ dropped/.test(document.querySelector('.badge').textContent)")
    let events = try #require(bench.traces[.operation]).events
    #expect(events.cancelledDownloads >= 5)
    #expect(events.unended == 0)
    bench.replies.open()
    if let clicked { try await browser.click(clicked) } else { try await browser.scroll(by: 1, frames: 2) }
    try await browser.until(PageTests.isDone(atLeast: 3))
    let button = try await browser.run("return document.getElementById('warning').innerText")
    #expect(button as? String == "Memory warning")
    await browser.quit()
  }

  @Test("The end of a scroll that does not reach the program is reported again")
  func lostRest() async throws {
    let bench = try GalleryBench([.gcd])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(PageTests.isDone())
    try await browser.run(
      """
      const send = window.fetch;
      window.lost = 0;
      window.fetch = (address, options) => {
        if (!window.lost && String(address).includes("kind=rested")) {
          window.lost += 1;
          return Promise.reject(new TypeError("no network"));
        }
        return send(address, options);
      };
      """)
    try await browser.scroll(by: 100, frames: 20)
    try await browser.until("window.lost === 1")
    try await browser.until("\(PageTests.rested) && \(PageTests.isDone())")
    await browser.quit()
  }

  @Test("After a scroll rows are in order, each with its place in the list; loaded again, the page is there")
  func position() async throws {
    let bench = try GalleryBench([.gcd])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until("\(PageTests.isLoaded) && \(PageTests.isDone())")
    try await browser.scroll(by: 130, frames: 20)
    try await browser.until("\(PageTests.rested) && \(PageTests.isDone())")
    let rows = try await browser.run(
      "return [...document.querySelectorAll('.row')].map((row) => [+row.dataset.row, +row.ariaPosInSet, +row.ariaSetSize])"
    )
    let found = try #require(rows as? [[Int]])
    #expect(found.map { $0[0] } == Array(found[0][0]..<found[0][0] + found.count))
    #expect(found.allSatisfy { $0[1] == $0[0] + 1 && $0[2] == 1_000 })
    try await browser.go(to: bench.gallery.url)
    try await browser.until("document.getElementById('scroller').scrollTop === 2600 && \(PageTests.isDone())")
    await browser.quit()
  }

  @Test("A sixth window says that there is no connection left, and opens when another is closed")
  func sixthWindow() async throws {
    let bench = try GalleryBench([.gcd], photos: 20)
    let browser = try await Browser.open(bench.gallery.url)
    // A page that shows the list has received it through its event stream.
    let listens = "document.getElementById('count').textContent === '20 photos'"
    try await browser.until(listens)
    for _ in 2...5 {
      try await browser.openWindow()
      try await browser.go(to: bench.gallery.url)
      try await browser.until(listens)
    }
    let open = bench.pages.filter(\.isOpen)
    try await browser.openWindow()
    try await browser.go(to: bench.gallery.url)
    if open.count == 5 {
      // The window is closed, because a page that the program ends would reconnect, possibly before the sixth window.
      try await browser.tryAgain("oops", saying: "five windows") {
        try await browser.closeOtherWindow()
        while bench.pages.count(where: \.isOpen) == 5 { try await browser.run("") }
      }
    }
    try await browser.until(PageTests.isDone())
    await browser.quit()
  }
}
