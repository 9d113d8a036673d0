import Engines
import TestSupport
import Testing

@testable import Gallery

/// Tests of the page in small windows, in dark mode, and with a keyboard.
@Suite("The page for everybody", .serialized, .browser)
struct ReachTests {
  @Test(
    "However small the window, the table is as high as what is left of it, and nothing is cut off at the side",
    arguments: [(360, 225), (320, 256), (320, 640), (390, 844), (1440, 900)])
  func small(width: Int, height: Int) async throws {
    let bench = try GalleryBench([.gcd, .operation])
    let browser = try await Browser.open(bench.gallery.url, size: (width, height))
    try await browser.until("\(PageTests.isLoaded) && \(PageTests.isDone(atLeast: 2))")
    let table = try await browser.run("return document.getElementById('scroller').clientHeight") as? Int
    #expect(try #require(table) >= (height < 480 ? height - 5 : height / 2))
    #expect(
      try await browser.run("return document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    // On a phone, the table has three quarters of the screen. At a zoom of 400 %, it has room for two rows.
    if let most = [844: 844 / 4, 256: 256 - 2 * 80][height] {
      let above = try await browser.run(
        "return document.getElementById('scroller').getBoundingClientRect().top")
      #expect(try #require(above as? Double) <= Double(most))
    }
    await browser.quit()
  }

  @Test("Every badge has a contrast of 4.5 and more, in the light and in the dark", arguments: [false, true])
  func contrast(isDark: Bool) async throws {
    let bench = try GalleryBench([.gcd, .operation], photos: 20)
    let browser = try await Browser.open(bench.gallery.url, isDark: isDark)
    try await browser.until("document.querySelectorAll('.strip').length === 2")
    // The contrast ratio as defined in WCAG 2.2.
    let least =
      try await browser.run(
        """
        const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const luminance = (...colors) => {
          for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
            const value = byte / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrasts = [];
        for (const engine of ["gcd", "operation", "tasks", "serial"]) {
          const strip = document.querySelector(".strip");
          strip.dataset.engine = engine;
          const badge = strip.querySelector(".badge");
          for (const is of ["idle", "waiting", "running", "suspended", "stalled", "warned", "lost"]) {
            badge.dataset.is = is;
            const card = getComputedStyle(strip).backgroundColor;
            const { color, backgroundColor } = getComputedStyle(badge);
            const [one, other] = [luminance(card, backgroundColor), luminance(card, backgroundColor, color)];
            contrasts.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
          }
        }
        return Math.min(...contrasts);
        """) as? Double
    #expect(try #require(least) >= 4.5)
    await browser.quit()
  }

  @Test("A rest, and rows that come, do not take back a scroll of which the browser has yet to report")
  func ahead() async throws {
    let bench = try GalleryBench([.gcd], photos: 20)
    let browser = try await Browser.open(bench.gallery.url)
    let rows = try await withTable(
      in: browser,
      """
      const rests = [];
      const table = new Scrolling(scroller, space, {
        onDraw() {}, onEvent: (kind, rows) => kind === "rested" && rests.push(rows.first) });
      table.setRows(100, true);
      scroller.scrollTop = 160;
      table.rest();
      scroller.scrollTop = 320;
      table.rest();
      table.setRows(200, true);
      scroller.scrollTop = 400;
      while (rests.length === 0) await frames(1);
      return [scroller.scrollTop, ...rests];
      """)
    #expect(rows == [400, 5])
    await browser.quit()
  }

  @Test("A table that is taller than a browser's page is scrolled to every row of it")
  func tall() async throws {
    let bench = try GalleryBench([.gcd], photos: 20)
    let browser = try await Browser.open(bench.gallery.url)
    let rows = try await withTable(
      in: browser,
      """
      const tall = new Scrolling(scroller, space, { onDraw() {}, onEvent() {} });
      tall.setRows(1_000_000, true);
      const seen = [tall.inSight];
      scroller.scrollTop += 300;
      await frames(2);
      seen.push(tall.inSight);
      scroller.scrollTop = scroller.scrollHeight / 2;
      await frames(2);
      seen.push(tall.inSight);
      scroller.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
      tall.rest();
      await frames(2);
      seen.push(tall.inSight);
      scroller.scrollTop -= 160;
      await frames(2);
      tall.rest();
      seen.push(tall.inSight);
      return seen.map(({ first }) => first);
      """)
    #expect(rows[0] == 0 && rows[1] == 3)
    #expect((495_000...505_000).contains(rows[2]))
    #expect((999_989...999_990).contains(rows[3]))
    #expect(rows[4] == rows[3] - 2)
    await browser.quit()
  }

  /// Runs the body of an asynchronous function beside a new scroller, which is 800 pixels high.
  /// - Returns: The numbers that the function returns.
  private func withTable(in browser: Browser, _ script: String) async throws -> [Int] {
    let numbers = try await browser.runLater(
      """
      const done = arguments[0];
      (async () => {
        const [scroller, space] = [document.createElement("div"), document.createElement("div")];
        scroller.style.cssText = "height: 800px; overflow: scroll";
        scroller.append(space);
        document.body.append(scroller);
        sessionStorage.clear();
        const frames = (count) => new Promise((next) => {
          const step = () => (count-- > 0 ? requestAnimationFrame(step) : next());
          step();
        });
        const body = async () => { \(script) };
        done(await body());
      })();
      """)
    return try #require(numbers as? [Int])
  }
}
