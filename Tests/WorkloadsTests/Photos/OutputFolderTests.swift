import Foundation
import Testing

@testable import Workloads

@Suite("The folder that is written into")
struct OutputFolderTests {
  private let place = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID())").path

  @Test("It is made, with those that it is in, and taken as it is where it is there")
  func made() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    for path in ["a/b/c", "a/b/c", "a/b/d/", "a/b/../e"] {
      let folder = try OutputFolder("\(place)/\(path)")
      try Data().write(to: URL(fileURLWithPath: folder.file("x")))
    }
    for path in ["a/b/c/x", "a/b/d/x", "a/e/x"] {
      #expect(FileManager.default.fileExists(atPath: "\(place)/\(path)"), "\(path)")
    }
  }

  @Test("Where it cannot be made, the reason is in plain words, with the cure")
  func refused() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    _ = try OutputFolder(place)
    try Data().write(to: URL(fileURLWithPath: place + "/file"))
    for (path, reason) in [
      ("file", "a file of that name exists"), ("file/in", "part of the path is a file"),
      ("file/in/it", "part of the path is a file"),
      (String(repeating: "a", count: 300), "the name is too long"),
    ] {
      let error = #expect(throws: OutputError.self) { try OutputFolder("\(place)/\(path)") }
      #expect(error?.description.contains(": \(reason); choose another") == true)
    }
  }

  @Test("What a run that was killed has left half written is removed by the next, and nothing else")
  func swept() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let folder = try OutputFolder(place)
    let others = [".Image 3.partial", ".profile", ".a.b-c.partial", "X.1-2.partial", "Mist.png"]
    for name in [".Mist.png.4711-815.partial"] + others {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    // Another run begins while one writes, and when it has written all but not given the name yet.
    func another() -> Bool { (try? OutputFolder(place)) != nil }
    try folder.write("Rain.png", isWanted: another) { append in
      #expect(another())
      try Array("rain".utf8).withUnsafeBytes(append)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(left.sorted() == (others + ["Rain.png"]).sorted())
  }
}
