import Foundation
import TestSupport
import Testing

@testable import Workloads

@Suite("The folder that is written into")
struct OutputFolderTests {
  private let parent: Folder
  private var place: String { parent.path + "/folder" }

  init() throws { parent = try Folder() }

  @Test("It is made with its parents, and used as it is where it exists")
  func made() throws {
    for path in ["a/b/c", "a/b/c", "a/b/d/", "a/b/../e"] {
      let folder = try OutputFolder("\(place)/\(path)")
      try Data().write(to: URL(fileURLWithPath: folder.file("x")))
    }
    for path in ["a/b/c/x", "a/b/d/x", "a/e/x"] {
      #expect(FileManager.default.fileExists(atPath: "\(place)/\(path)"), "\(path)")
    }
  }

  @Test("An error in a temporary folder doesn't suggest another folder, because nobody chose it")
  func unchosen() {
    let error = OutputError(writing: "a.png", code: ENOSPC)
    #expect("\(error)".hasSuffix("; free some space, or choose another folder"))
    #expect("\(error.forTemporaryFolder)".hasSuffix("; free some space"))
  }

  @Test("Where it cannot be made, the reason is in plain words, with the cure")
  func refused() throws {
    _ = try OutputFolder(place)
    try parent.write("", to: "folder/file")
    for (path, reason) in [
      ("file", "a file of that name exists"), ("file/in", "part of the path is a file"),
      ("file/in/it", "part of the path is a file"),
      (String(repeating: "a", count: 300), "the name is too long"),
    ] {
      let error = #expect(throws: OutputError.self) { try OutputFolder("\(place)/\(path)") }
      #expect(error?.description.contains(": \(reason); choose another") == true)
    }
  }

  /// A process ID that no process has.
  private static let dead = pid_t.max

  @Test("Partial files of a killed run are removed by the next, and nothing else, whatever it is called")
  func swept() throws {
    let folder = try OutputFolder(place)
    let others = [
      ".Image 3.partial", ".profile", ".a.b-c.partial", "X.1-2.partial", "Mist.png", ".notes.1-2.partial",
      ".notes.\(Self.dead)-2.partial", ".Snow.png.\(OwnedName.of(1)).partial",
      "\(OwnedName.of(Self.dead)).partial",
    ]
    for name in [".Mist.png.\(OwnedName.of(Self.dead)).partial"] + others {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    // Another run begins while this one writes, and again between writing and renaming the file.
    func another() -> Bool { (try? OutputFolder(place)) != nil }
    do {
      let file = try PartialFile(for: "Rain.png", in: folder)
      #expect(another())
      try Array("rain".utf8).withUnsafeBytes { try file.write($0) }
      #expect(another())
      try file.commit(as: folder.file("Rain.png"))
    }
    // This file is released before it is committed.
    _ = try PartialFile(for: "Snow.png", in: folder)
    let left = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(left.sorted() == (others + ["Rain.png"]).sorted())
  }

  @Test("A folder for this run alone can be read by its user alone, and so can its files")
  func temporary() throws {
    let folder = try TemporaryFolder()
    try PartialFile(for: "1.png", in: folder.output).commit(as: folder.output.file("1.png"))
    #expect(try Folder.permissions(folder.output.path) == 0o700)
    #expect(try Folder.permissions(folder.output.file("1.png")) == 0o600)
    folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.output.path))
  }

  @Test("Folders that killed runs have left are removed by the next, and no others")
  func temporarySwept() throws {
    let others = [
      "pipeline-\(Self.dead)-7", "pipeline-\(OwnedName.of(1))", "pipeline-\(OwnedName.own())",
      "pipeline-photos", "my-pipeline-\(OwnedName.of(Self.dead))",
    ]
    for name in ["pipeline-\(OwnedName.of(Self.dead))"] + others {
      _ = try OutputFolder("\(place)/\(name)/in")
    }
    TemporaryFolder.sweep(place)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == others.sorted())
  }

  @Test("A file may have as long a name as a disk takes, in bytes")
  func longName() throws {
    let folder = try OutputFolder(place)
    for name in [String(repeating: "a", count: 251) + ".png", String(repeating: "夏", count: 83) + ".png"] {
      try PartialFile(for: name, in: folder).commit(as: folder.file(name))
      #expect(FileManager.default.fileExists(atPath: folder.file(name)))
    }
  }
}
