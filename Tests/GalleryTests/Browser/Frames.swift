import Engines
import Foundation
import TestSupport
import Testing
import Version

@testable import Gallery

extension Browser {
  /// The file for the frame times, or nil if they weren't requested.
  static let frames = ProcessInfo.processInfo.environment["GALLERY_FRAMES"]
}

/// Records the frame times of a fling. Its runs alternate with runs of an empty page, for comparison:
/// `GALLERY_FRAMES=Comparison/Results/gallery-frames.json swift test --filter GalleryTests.Frames`.
@Suite("Frames of a fling", .serialized, .enabled(if: Browser.isInstalled && Browser.frames != nil))
struct Frames {
  private static let runs = 7
  private static let blank =
    "data:text/html,<div id=scroller style='height:100vh;overflow:scroll'><div style='height:1000000px'>"

  struct Record: Encodable {
    let commit = Version.commit
    let isModified = Version.isModified
    /// The 95th percentile of each run's frame times, in milliseconds.
    var blank: [Double] = []
    var gallery: [Double] = []
    /// The number of tasks longer than 50 ms in each run.
    var longTasks: [Int] = []
    /// The ratio of the medians.
    var ratio = 0.0
  }

  @Test func fling() async throws {
    let bench = try GalleryBench([.gcd, .operation], photos: 10_000)
    let browser = try await Browser.open(Self.blank)
    var record = Record()
    for _ in 1...Self.runs {
      try await browser.go(to: Self.blank)
      record.blank.append(try await frames(of: browser).percentile)
      try await browser.go(to: bench.gallery.url)
      try await browser.until(PageTests.isDone())
      let (percentile, longTasks) = try await frames(of: browser)
      record.gallery.append(percentile)
      record.longTasks.append(longTasks)
    }
    record.ratio = median(record.gallery) / median(record.blank)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(record).write(to: URL(fileURLWithPath: Browser.frames ?? ""))
    await browser.quit()
  }

  private func frames(of browser: Browser) async throws -> (percentile: Double, longTasks: Int) {
    let script = """
      const done = arguments[0], scroller = document.getElementById("scroller"), times = [];
      let tasks = 0, left = 120;
      const observer = new PerformanceObserver((list) => (tasks += list.getEntries().length));
      observer.observe({ type: "longtask" });
      const step = (now) => {
        times.push(now);
        scroller.scrollTop += 60;
        left -= 1;
        if (left > 0) return requestAnimationFrame(step);
        const frames = times.slice(1).map((time, index) => time - times[index]).sort((one, other) => one - other);
        done([frames[Math.floor(frames.length * 0.95)], tasks]);
      };
      requestAnimationFrame(step);
      """
    let found = try #require(try await browser.runLater(script) as? [Double])
    return (found[0], Int(found[1]))
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
