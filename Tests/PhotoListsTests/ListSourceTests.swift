import Foundation
import TestSupport
import Testing
import Transport

@testable import PhotoLists

@Suite("Lists: files, named pipes and standard input")
struct ListSourceTests {
  private let transport = Transport(.patient)

  private let pipe = Pipe()

  /// Returns a reader for the pipe's output.
  private func reader() -> PhotoListReader {
    PhotoListReader(.standardInput) { [outlet = pipe.fileHandleForReading] () throws(ListError.Reason) in
      try DescriptorSource(borrowing: outlet.fileDescriptor)
    }
  }

  private func send(_ text: String) throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  private func end() throws { try pipe.fileHandleForWriting.close() }

  @Test("Relative URLs in a file are files beside it, and file URLs are allowed")
  func file() throws {
    let folder = try Folder()
    try folder.write("a b.png\nsub/c.png\nfile:///d.png\nhttp://e.example/e.png\n", to: "list.txt")
    let reader = PhotoListReader(.file(folder.path + "/list.txt"), transport: transport)
    let read = outcome(of: reader)
    #expect(read.names == ["a b.png", "c.png", "d.png", "e.png"])
    let beside = URL(fileURLWithPath: folder.path, isDirectory: true).absoluteString
    let urls = [beside + "a%20b.png", beside + "sub/c.png", "file:///d.png", "http://e.example/e.png"]
    #expect(read.urls == urls)
    #expect(try reader.next(atMost: 5) == [])
  }

  @Test("A list without the right to read it says so")
  func noRight() throws {
    #expect(DescriptorSource.reason(EACCES) == .noRight)
    #expect(DescriptorSource.reason(EIO) == .unreadable(String(cString: strerror(EIO))))
    let folder = try Folder()
    try folder.write("http://a.example/\n", to: "list.txt")
    let path = folder.path + "/list.txt"
    chmod(path, 0)
    // The superuser may read any file.
    guard geteuid() != 0 else { return }
    #expect(outcome(of: PhotoListReader(.file(path), transport: transport)).reason == .noRight)
  }

  @Test("Entries that were piped in are given before more of them come", arguments: NumberedList.all)
  func livePipe(list: NumberedList) async throws {
    let reader = self.reader()
    @Sendable func names(_ count: Int) async -> [String]? {
      await onThread { try? reader.next(atMost: count).map(\.name) }
    }
    try send(list.start + list.entry(1) + list.entry(2))
    #expect(await names(10) == ["1", "2"])
    try send(list.entry(3) + list.entry(4))
    #expect(await names(1) == ["3"])
    #expect(await names(10) == ["4"])
    try send(list.end)
    try end()
    let last = await names(10)
    #expect(last == [] || last == ["5"] || last == ["entry 5"])
    #expect(await names(10) == [])
  }

  @Test(
    "Lines without a photo don't hold back the entries before them",
    arguments: [
      ("# mine\n", "http://a/#\n", "# another\n\n \n#\n"),
      ("name,url\n", "#,http://a/#\n", ",,\n\"\" , \n\t\n"),
      ("name|url\n", "#|http://a/#\n", "|\r\n||||\r\n"),
    ])
  func livePipe(start: String, template: String, filler: String) async throws {
    let reader = self.reader()
    func entry(_ number: Int) -> String { template.replacingOccurrences(of: "#", with: "\(number)") }
    @Sendable func names() async -> [String]? {
      await onThread { try? reader.next(atMost: 10).map(\.name) }
    }
    try send(start + entry(1) + filler)
    #expect(await names() == ["1"])
    try send(entry(2) + filler + entry(3) + filler)
    #expect(await names() == ["2", "3"])
    try end()
    #expect(await names() == [])
  }

  @Test("Cancelling ends a wait for a pipe that stays silent, and stays")
  func cancelled() async throws {
    let reader = self.reader()
    try send("http://a/1\n")
    #expect(await onThread { try? reader.next(atMost: 10).count } == 1)
    async let waiting = onThread { outcome(of: reader) }
    reader.cancel()
    let ended = await waiting
    #expect(ended == Outcome(entries: [], reason: .cancelled))
    #expect(outcome(of: reader).reason == .cancelled)
    try end()
  }

  @Test("Cancelling before the first read keeps the list closed")
  func cancelledBefore() {
    let reader = PhotoListReader(.file("/no/such/file"), transport: transport)
    reader.cancel()
    #expect(outcome(of: reader).reason == .cancelled)
  }

  @Test("Cancelling ends the wait for the writer of a named pipe")
  func namedPipe() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipe \(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let reader = PhotoListReader(.file(path), transport: transport)
    async let waiting = onThread { outcome(of: reader) }
    reader.cancel()
    #expect(await waiting.reason == .cancelled)
  }
}
