import Foundation
import SampleServer
import TestSupport
import Testing
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

  @Test("A script ends by itself; its record has its last rows' names, and pictures but of broken photos")
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

  @Test("The moments of the scroll are recorded for both tables, with what each engine did")
  func moments() async throws {
    let record = try await JSONSerialization.jsonObject(with: recording()) as? [String: Any]
    let updates = (record?["moments"] as? [[String: Any]])?.compactMap { $0["update"] as? [String: Any] }
    for (table, suspended) in [("gcd", "2 suspensions of our lists"), ("operation", "2 suspensions with")] {
      let moments = (updates ?? []).flatMap { update in
        ((update["tables"] as? [String: [String: Any]])?[table]?["moments"] as? [[String: Any]]) ?? []
      }
      let work = moments.compactMap { $0["work"] as? [String: Any] }
      let drag = try #require(work.first { $0["moment"] as? String == "dragged" })
      let texts = (drag["parts"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
      #expect(texts?.contains { $0.hasPrefix(suspended) } == true, "\(drag)")
      #expect(work.first?["title"] as? String == "6 photos are added")
      #expect(moments.compactMap { $0["turn"] as? Int }.max() == 1)
    }
  }

  @Test("The moments of a recording can be stepped through, and the table follows", .browser)
  func steps() async throws {
    let server = try ReplayServer(try await recording(), port: 0)
    defer { server.stop() }
    let browser = try await Browser.open(server.url)
    try await browser.until("!document.getElementById('player').hidden")
    func step(_ name: String, until place: String) async throws {
      _ = try await browser.run("document.getElementById('moment-\(name)').click(); return true")
      try await browser.until("document.getElementById('moment-place').textContent.startsWith('\(place) ')")
    }
    func titles() async throws -> [String] {
      try await browser.run(
        "return [...document.querySelectorAll('#moment-view h2')].map((one) => one.textContent)")
        as? [String] ?? []
    }
    _ = try await browser.run(
      "const scrub = document.getElementById('scrub'); scrub.value = 0; scrub.oninput(); return true")
    try await step("next", until: "Moment 1 of")
    #expect(try await titles() == ["gcd 6 photos are added", "operation 6 photos are added"])
    try await step("next", until: "Moment 2 of")
    // The place of the code is shown, but the program doesn't know the address of a repository.
    let places =
      "return document.querySelectorAll('#moment-view a').length === 0 && "
      + "document.querySelector('#moment-view small').textContent.includes('.swift:')"
    #expect(try await browser.run(places) as? Bool == true)
    try await step("back", until: "Moment 1 of")
    while try await browser.run("return document.getElementById('moment-next').disabled") as? Bool == false {
      _ = try await browser.run("document.getElementById('moment-next').click(); return true")
    }
    let time = try await browser.run("return Number(document.getElementById('scrub').value)") as? Int
    #expect(time ?? 0 > 300)
    let last = try await titles()
    #expect(last == ["gcd 6 downloads end", "operation 6 downloads end"])
    await browser.quit()
  }

  @Test("Other files are no recordings", arguments: ["", "{}", "[1]", #"{"version":2,"tables":["gcd"]}"#])
  func foreign(text: String) {
    #expect(!isPageRecording(Data(text.utf8)))
  }

  @Test("Replayed alone, the end of a recording shows its last rows in sepia, its start the first", .browser)
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
