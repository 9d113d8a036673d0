import Foundation
import TestSupport
import Testing

@testable import Workloads

@Suite("A file that the user names for output")
struct OutputPlaceTests {
  private let folder: Folder
  private let files = FileManager.default

  init() throws { folder = try Folder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }
  private func place(_ path: String) -> OutputPlace { OutputPlace(path, for: "the trace") }
  private func link(_ name: String, to target: String) throws {
    try files.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  private func write(to path: String, isPrivate: Bool = false) throws {
    try place(path).check()
    try place(path).write(Data("new".utf8), isPrivate: isPrivate)
  }

  @Test(
    "The target of a link is replaced, and the link stays",
    arguments: ["link", "second", "below/third", "below/../link"])
  func links(name: String) throws {
    try folder.makeFolder("below")
    try folder.write("old", to: "target")
    try link("link", to: "target")
    try link("second", to: path("link"))
    try link("below/third", to: "../second")
    try write(to: path(name))
    #expect(try folder.text("target") == "new")
    #expect(try files.destinationOfSymbolicLink(atPath: path("link")) == "target")
    #expect(try folder.names("") == ["below", "link", "second", "target"])
  }

  @Test("The missing target of a link is created")
  func dangling() throws {
    try link("link", to: "target")
    try write(to: path("link"))
    #expect(try folder.text("target") == "new")
    #expect(try folder.names("") == ["link", "target"])
  }

  @Test("A link that others may have planted in a shared folder is replaced", .enabled(if: geteuid() == 0))
  func planted() throws {
    try folder.write("precious", to: "target")
    try folder.makeFolder("shared")
    chmod(path("shared"), 0o1777)
    for (name, owner) in [("theirs", 1), ("mine", 0)] as [(String, uid_t)] {
      try link("shared/\(name)", to: path("target"))
      #expect(lchown(path("shared/\(name)"), owner, owner) == 0)
      try write(to: path("shared/\(name)"))
      #expect(try folder.text("target") == (owner == 0 ? "new" : "precious"))
    }
  }

  @Test("A pipe and a link to it get the bytes, and stay", arguments: ["pipe", "link"])
  func pipe(name: String) throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    try link("link", to: "pipe")
    // Open for reading and writing, so that neither end waits for the other.
    let descriptor = open(path("pipe"), O_RDWR)
    let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try write(to: path(name))
    #expect(try reader.read(upToCount: 3) == Data("new".utf8))
    var facts = stat()
    #expect(lstat(path("pipe"), &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("A device is written to, and its errors are named")
  func device() throws {
    try link("null", to: "/dev/null")
    try write(to: path("null"))
    #expect(try files.destinationOfSymbolicLink(atPath: path("null")) == "/dev/null")
    #if os(Linux)
      let error = #expect(throws: OutputError.self) { try write(to: "/dev/full") }
      #expect(error?.description.contains("the trace “/dev/full”: no space left on the disk") == true)
    #endif
  }

  @Test("An open file is written to where it stands, as for >(…), and - is standard output")
  func descriptors() throws {
    let pipe = Pipe()
    let number = pipe.fileHandleForWriting.fileDescriptor
    try write(to: "/dev/fd/\(number)")
    #expect(try pipe.fileHandleForReading.read(upToCount: 3) == Data("new".utf8))
    try folder.write("", to: "file")
    let file = try #require(FileHandle(forWritingAtPath: path("file")))
    try file.write(contentsOf: Data("old ".utf8))
    try link("link", to: "/dev/fd/\(file.fileDescriptor)")
    try write(to: path("link"))
    try file.write(contentsOf: Data(" newer".utf8))
    #expect(try folder.text("file") == "old new newer")
    #expect(place("-").kind == .descriptor(1) && place("/dev/stdout").kind == .descriptor(1))
    #expect(place("./-").kind == .file("./-"))
    for number in [pipe.fileHandleForReading.fileDescriptor, 1 << 20] {
      let error = #expect(throws: OutputError.self) { try place("/dev/fd/\(number)").check() }
      #expect(error?.description.contains("it is not open for writing") == true)
    }
  }

  @Test("A place that cannot be written is named before anything is written")
  func refused() throws {
    try link("loop", to: "loop")
    try link("lost", to: "no/file")
    for (name, reason) in [
      ("no/file", "there is no folder “\(folder.path)/no”"), ("lost", "there is no folder"),
      ("", "it is a folder"), ("new/", "it is a folder"), ("loop", "symbolic links"),
      (String(repeating: "a", count: 300), "the name is too long"),
    ] {
      let error = #expect(throws: OutputError.self, "\(name)") { try place(path(name)).check() }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
    #expect(try folder.names("") == ["loop", "lost"])
  }

  @Test("A file with secrets is for its owner alone, and others keep the permissions of the file before")
  func permissions() throws {
    try folder.write("old", to: "a")
    chmod(path("a"), 0o640)
    try write(to: path("a"))
    #expect(try Folder.permissions(path("a")) == 0o640)
    for name in ["a", "b"] {
      try write(to: path(name), isPrivate: true)
      #expect(try Folder.permissions(path(name)) == 0o600)
    }
  }
}
