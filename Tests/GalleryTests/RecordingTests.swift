import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer
import Workloads

@testable import Gallery

@Suite("A recorded scroll", .serialized)
struct RecordingTests {
  private static let script = ScrollScript([
    .rest(seconds: 0.3), .scroll(to: 12, seconds: 0.2), .rest(seconds: 0),
  ])

  /// Returns a recording of a script on both engines.
  private func recording() async throws -> Data {
    let end = Gate()
    let recorder = PageRecorder(script: (Self.script, 6)) { end.open() }
    let bench = try GalleryBench([.gcd, .operation], photos: 50, recorder: recorder)
    await end.wait()
    let result = withExtendedLifetime(bench) { recorder.result() }
    #expect(result.photos >= 6)
    #expect(result.seconds >= 0.5)
    #expect(isPageRecording(result.json))
    return result.json
  }

  @Test(
    "A script ends by itself; its record has names of its last rows, and small pictures but of broken photos")
  func script() async throws {
    let record = try await JSONSerialization.jsonObject(with: recording()) as? [String: Any]
    let names = try #require(record?["names"] as? [String: String])
    let pictures = try #require(record?["pictures"] as? [String: String])
    for row in 12..<18 {
      let name = try #require(names["\(row)"])
      let isPicture = pictures["\(row)/2"]?.hasPrefix("data:image/jpeg;base64,") ?? false
      #expect(isPicture != SampleCatalog.broken.contains(name), "\(name)")
    }
  }

  @Test(
    "Other files are not taken for recordings",
    arguments: ["", "{}", "[1]", #"{"version":2,"tables":["gcd"]}"#])
  func foreign(text: String) {
    #expect(!isPageRecording(Data(text.utf8)))
  }

  @Test(
    "Replayed without the program, the end of a recording shows its last rows in sepia, its start the first",
    .enabled(if: Browser.isInstalled, Comment(rawValue: Browser.missing)))
  func replay() async throws {
    let server = try ReplayServer(try await recording(), port: 0)
    defer { server.stop() }
    let browser = try await Browser.open(server.url)
    try await browser.until("!document.getElementById('player').hidden")
    func seek(_ place: String) async throws {
      _ = try await browser.run(
        "const scrub = document.getElementById('scrub'); scrub.value = \(place); scrub.oninput(); return true"
      )
    }
    let reachesEnd = "scrub.value = scrub.max; return scrub.value === scrub.max"
    #expect(try await browser.run(reachesEnd) as? Bool == true)
    try await seek("scrub.max")
    try await browser.until(PageTests.isDone())
    #expect(try await browser.run("return document.getElementById('scroller').scrollTop") as? Int == 960)
    #expect(try await browser.run("return document.getElementById('play').textContent") as? String == "Play")
    try await seek("0")
    try await browser.until("document.getElementById('scroller').scrollTop === 0")
    let sepia = try await browser.run("return document.querySelectorAll('[data-state=\"filtered\"]').length")
    #expect(sepia as? Int == 0)
    await browser.quit()
  }
}
