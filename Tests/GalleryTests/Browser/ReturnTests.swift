import Engines
import Foundation
import TestSupport
import Testing

@testable import Gallery

/// Work that goes on after it was cancelled, lost, closed or left.
@Suite(
  "The page that comes back", .serialized,
  .enabled(if: Browser.isInstalled, Comment(rawValue: Browser.missing)))
struct ReturnTests {
  @Test("After a memory warning a list without a scroll goes on by a click on a row, or by the same button")
  func goesOn() async throws {
    let bench = try GalleryBench([.gcd], list: "/photos.jsonl?count=5")
    bench.replies.shut()
    let browser = try await Browser.open(bench.gallery.url)
    for way in [".row", "#warning"] {
      if way == "#warning" {
        // All anew, as what is filtered stays so.
        bench.replies.shut()
        try await browser.go(to: bench.gallery.url)
      }
      try await browser.until("\(PageTests.figure("gcd", "running")) === '5'")
      try await browser.click("#warning")
      try await browser.until("\(PageTests.figure("gcd", "running")) === '0'")
      bench.replies.open()
      try await browser.click(way)
      try await browser.until(PageTests.isDone("gcd", atLeast: 3))
      #expect(
        try await browser.run("return document.getElementById('warning').innerText") as? String
          == "Memory warning")
    }
    await browser.quit()
  }

  @Test("The end of a scroll that does not reach the program is reported again")
  func lostRest() async throws {
    let bench = try GalleryBench([.gcd])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(PageTests.isDone("gcd"))
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
    try await browser.until("\(PageTests.rested) && \(PageTests.isDone("gcd"))")
    await browser.quit()
  }

  @Test("A page that is loaded again is where it was scrolled to")
  func position() async throws {
    let bench = try GalleryBench([.gcd])
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until(PageTests.isDone("gcd"))
    try await browser.scroll(by: 100, frames: 20)
    try await browser.until("\(PageTests.rested) && \(PageTests.isDone("gcd"))")
    try await browser.go(to: bench.gallery.url)
    try await browser.until(
      "document.getElementById('scroller').scrollTop === 2000 && \(PageTests.isDone("gcd"))")
    await browser.quit()
  }

  @Test("A sixth window says that there is no connection left, and opens when another is closed")
  func sixthWindow() async throws {
    let bench = try GalleryBench([.gcd], list: "/photos.jsonl?count=20")
    let browser = try await Browser.open(bench.gallery.url)
    // What it knows of the list, it has heard: it listens.
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
      try await browser.until("!document.getElementById('oops').hidden")
      let text = try await browser.run("return document.getElementById('oops').innerText") as? String
      #expect(text?.contains("five windows") == true)
      // Ended by the program, it would be opened again by its window, which may be faster than the sixth.
      try await browser.closeOtherWindow()
      while bench.pages.count(where: \.isOpen) == 5 { try await browser.run("") }
      try await browser.click("#oops button")
    }
    try await browser.until(PageTests.isDone("gcd"))
    await browser.quit()
  }
}
