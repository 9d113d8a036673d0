import Engines
import Foundation
import TestSupport
import Testing

@testable import Gallery

extension Browser {
  /// The folder for the pictures, or nil if they weren't requested.
  static let pictures = ProcessInfo.processInfo.environment["GALLERY_PICTURES"]
}

/// Takes the manual's picture of the page, and a few more for review:
/// `GALLERY_PICTURES=Comparison/Pictures swift test --filter GalleryTests.Pictures`.
@Suite("Pictures of the page", .serialized, .enabled(if: Browser.isInstalled && Browser.pictures != nil))
struct Pictures {
  struct Look: Sendable {
    let name: String
    var engines: [EngineName] = [.gcd, .operation]
    var size = (width: 1000, height: 720)
    var isDark = false
  }

  /// The first look is the manual's. In the manual's folder, only that picture is taken.
  private static let looks =
    Browser.pictures?.hasSuffix("Comparison/Pictures") == true
    ? [Look(name: "gallery")]
    : [
      Look(name: "gallery"), Look(name: "gallery-dark", isDark: true),
      Look(name: "gallery-narrow", size: (390, 760)), Look(name: "gallery-one", engines: [.gcd]),
    ]

  /// Scrolls while photos are held back, so that rows in several states are visible.
  @Test(arguments: looks)
  func take(look: Look) async throws {
    let bench = try GalleryBench(look.engines, photos: 10_000)
    let browser = try await Browser.open(bench.gallery.url, size: look.size, isDark: look.isDark)
    try await browser.until(PageTests.isDone(atLeast: 3))
    // Scrolls to a failed photo, and then on to photos that are still in progress.
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
