import Engines
import Foundation
import TestSupport
import Testing

@testable import Gallery

extension Browser {
  /// The folder that pictures go into; nil where none are asked for.
  static let pictures = ProcessInfo.processInfo.environment["GALLERY_PICTURES"]
}

/// Takes the pictures of the page that the README shows, and a few more to look at:
/// `GALLERY_PICTURES=Comparison/Pictures swift test --filter GalleryTests.Pictures`.
@Suite("Pictures of the page", .serialized, .enabled(if: Browser.isInstalled && Browser.pictures != nil))
struct Pictures {
  /// Scrolls through slow replies, so that rows of several states are on it.
  private func take(
    _ name: String, engines: [EngineName] = [.gcd, .operation], size: (width: Int, height: Int) = (1000, 720),
    isDark: Bool = false
  ) async throws {
    let bench = try GalleryBench(engines)
    let browser = try await Browser.open(bench.gallery.url, size: size, isDark: isDark)
    for engine in engines { try await browser.until(PageTests.isDone(engine.rawValue, atLeast: 3)) }
    // To where a photo has failed, and on to some that are still on their way.
    try await browser.scroll(by: 20, frames: 12)
    for engine in engines { try await browser.until(PageTests.isDone(engine.rawValue, atLeast: 3)) }
    bench.replies.shut()
    try await browser.scroll(by: 20, frames: 8)
    try await browser.until("document.querySelector('.badge[data-is=\"running\"]')")
    try await browser.takePicture("\(Browser.pictures ?? ".")/\(name).png")
    bench.replies.open()
    await browser.quit()
  }

  @Test func light() async throws { try await take("gallery") }

  @Test(.enabled(if: Browser.pictures?.hasSuffix("Comparison/Pictures") == false)) func others() async throws
  {
    try await take("gallery-dark", isDark: true)
    try await take("gallery-narrow", size: (390, 760))
    try await take("gallery-one", engines: [.gcd])

    let bench = try GalleryBench([.gcd, .operation])
    bench.replies.refusesLists = true
    let browser = try await Browser.open(bench.gallery.url)
    try await browser.until("!document.getElementById('oops').hidden")
    try await browser.takePicture("\(Browser.pictures ?? ".")/gallery-oops.png")
    await browser.quit()
  }
}
