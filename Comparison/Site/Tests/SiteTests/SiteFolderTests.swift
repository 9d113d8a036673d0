import Foundation
import Records
import Testing

@testable import Site

@Suite("The folder of a site")
final class SiteFolderTests {
  private let parent = FileManager.default.temporaryDirectory.appendingPathComponent(
    "site-\(UUID().uuidString)")
  private var place: String { parent.appendingPathComponent("site").path }

  init() throws { try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: parent) }

  private func contents(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".pipeline") }
      .sorted()
  }

  @Test("A site replaces an earlier one as a whole, and leaves nothing beside it")
  func replaces() throws {
    try SiteFolder(place).write(["a.html": Data("1".utf8), "lessons/b.html": Data()])
    try SiteFolder(place).write(["c.html": Data()])
    #expect(contents(place) == ["c.html"])
    #expect(contents(parent.path) == ["site"])
  }

  @Test("A folder that holds something else is refused and left alone")
  func refuses() throws {
    let file = parent.appendingPathComponent("site/mine.txt")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    _ = try SiteFolder(place)
    try Data("mine".utf8).write(to: file)
    let error = #expect(throws: PublishingError.self) { try SiteFolder(place) }
    #expect(error?.description.contains("name another folder") == true)
    #expect(contents(place) == ["mine.txt"])
  }

  @Test("A file in its place, and a place that cannot be written, are reported")
  func unwritable() throws {
    let file = parent.appendingPathComponent("file")
    try Data().write(to: file)
    #expect(throws: PublishingError.self) { try SiteFolder(file.path) }
    #expect(throws: PublishingError.self) { try SiteFolder(file.path + "/site").write(["a.html": Data()]) }
  }
}
