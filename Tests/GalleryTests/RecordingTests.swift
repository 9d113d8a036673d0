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

  /// Records a script on both engines.
  private func recording() async throws -> Data {
    let sample = try SampleServer.start()
    var configuration = GalleryConfiguration(
      engines: [.gcd, .operation], list: .url(sample.url + "/photos.jsonl?count=50"))
    configuration.table.transfers.bePatient()
    let end = Gate()
    let recorder = PageRecorder(script: (Self.script, 6)) { end.open() }
    configuration.recorder = recorder
    let gallery = try GalleryServer(configuration, sample: sample)
    await end.wait()
    let result = recorder.result()
    gallery.stop()
    await sample.stop()
    #expect(result.photos >= 6)
    #expect(result.seconds >= 0.5)
    return result.json
  }

  @Test(
    "A script ends by itself, and its record has every row that was in sight: name, states and small pictures"
  )
  func script() async throws {
    let json = try await recording()
    #expect(isPageRecording(json))
    let record = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(record["tables"] as? [String] == ["gcd", "operation"])
    let names = try #require(record["names"] as? [String: String])
    let pictures = try #require(record["pictures"] as? [String: String])
    let moments = try #require(record["moments"] as? [[String: Any]])
    #expect(moments.compactMap { $0["rows"] as? [Int] }.last == [12, 18])
    var last: [String: [Int: String]] = [:]
    for case let update as [String: Any] in moments.map({ $0["update"] as Any }) {
      for (table, changes) in update["tables"] as? [String: [String: Any]] ?? [:] {
        for row in changes["rows"] as? [[String: Any]] ?? [] {
          guard let number = row["row"] as? Int, let state = row["state"] as? String else { continue }
          last[table, default: [:]][number] = state
        }
      }
    }
    for row in 12..<18 {
      #expect(names["\(row)"]?.isEmpty == false)
      for table in ["gcd", "operation"] {
        let state = last[table]?[row]
        #expect(state == "filtered" || state == "failed", "\(table) \(row)")
        guard state == "filtered" else { continue }
        #expect(pictures["\(row)/2"]?.hasPrefix("data:image/jpeg;base64,") == true)
      }
    }
  }

  @Test(
    "Other files are not taken for recordings",
    arguments: ["", "{}", "[1]", #"{"version":2,"tables":["gcd"]}"#])
  func foreign(text: String) {
    #expect(!isPageRecording(Data(text.utf8)))
  }

  @Test(
    "A recording is replayed without the program: its end shows the last rows in sepia, its start the first",
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
    for engine in ["gcd", "operation"] { try await browser.until(PageTests.isDone(engine)) }
    #expect(try await browser.run("return document.getElementById('scroller').scrollTop") as? Int == 960)
    #expect(try await browser.run("return document.getElementById('play').textContent") as? String == "Play")
    try await seek("0")
    try await browser.until("document.getElementById('scroller').scrollTop === 0")
    #expect(
      try await browser.run("return document.querySelectorAll('[data-state=\"filtered\"]').length") as? Int
        == 0)
    await browser.quit()
  }
}
