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
  struct Look: Sendable {
    let name: String
    var engines: [EngineName] = [.gcd, .operation]
    var size = (width: 1000, height: 720)
    var isDark = false
  }

  /// The first is README's, which has no others.
  private static let looks =
    Browser.pictures?.hasSuffix("Comparison/Pictures") == true
    ? [Look(name: "gallery")]
    : [
      Look(name: "gallery"), Look(name: "gallery-dark", isDark: true),
      Look(name: "gallery-narrow", size: (390, 760)), Look(name: "gallery-one", engines: [.gcd]),
    ]

  /// Scrolls through slow replies, so that rows of several states are on it.
  @Test(arguments: looks)
  func take(look: Look) async throws {
    let bench = try GalleryBench(look.engines)
    let browser = try await Browser.open(bench.gallery.url, size: look.size, isDark: look.isDark)
    try await browser.until(PageTests.isDone(atLeast: 3))
    // To where a photo has failed, and on to some that are still on their way.
    try await browser.scroll(by: 20, frames: 12)
    try await browser.until(PageTests.isDone(atLeast: 3))
    bench.replies.shut()
    try await browser.scroll(by: 20, frames: 8)
    try await browser.until("document.querySelector('.badge[data-is=\"running\"]')")
    try await browser.takePicture("\(Browser.pictures ?? ".")/\(look.name).png")
    bench.replies.open()
    await browser.quit()
  }
}
