import Foundation
import TestSupport
import Testing

@testable import Workloads

@Suite("A journal")
struct JournalTests {
  private let path: String
  private let folder: Folder

  init() throws {
    folder = try Folder()
    path = folder.path + "/journal"
  }

  private func open(shared isShared: Bool = true) throws -> (
    journal: Journal<DownloadRecord>, records: [Int: DownloadRecord]
  ) {
    var records: [Int: DownloadRecord] = [:]
    return (try Journal(path, isShared: isShared, records: &records), records)
  }

  private func record(_ position: Int, url: String = "u") -> DownloadRecord {
    DownloadRecord(position: position, url: url)
  }

  @Test("What was written is read again, whatever is in a name, an address or a validator")
  func text() throws {
    let texts = ["", #"a "b" \ / c"#, "\u{0}\t\n\r\u{1F}\u{7F}", "Käse 🧀 \u{2028}", #"\u0041"#]
    let records = texts.enumerated().map { number, text in
      DownloadRecord(
        position: number, url: text, file: number == 0 ? nil : "7f/\(number).png", isWhole: number > 1,
        bytes: number > 2 ? Int.max : nil, validator: Validator(rawValue: text))
    }
    var (journal, _) = try open()
    for record in records { try journal.add(record) }
    journal.close()
    #expect(try open().records == Dictionary(uniqueKeysWithValues: records.map { ($0.position, $0) }))
    let lines = try #require(FileManager.default.contents(atPath: path)).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == texts.count)
  }

  @Test("The last word of each file counts, and what was overtaken is left behind when it has become much")
  func last() throws {
    var (journal, _) = try open()
    for number in 0..<10 { try journal.add(record(1, url: "http://a/\(number)")) }
    journal.close()
    let before = try #require(FileManager.default.contents(atPath: path)).count
    #expect(try open().records == [1: record(1, url: "http://a/9")])
    #expect(try #require(FileManager.default.contents(atPath: path)).count < before / 5)
    #expect(try open().records == [1: record(1, url: "http://a/9")])
  }

  @Test("A long one is read to its end, and then what others have added", arguments: [true, false])
  func long(isShared: Bool) throws {
    // Its lines lie across the ends of the blocks that it is read in.
    let url = String(repeating: "a", count: 1000)
    var (journal, _) = try open(shared: isShared)
    for position in 0..<2000 { try journal.add(record(position, url: url)) }
    var (later, records) = try open(shared: isShared)
    #expect(records.count == 2000)
    #expect((0..<2000).allSatisfy { records[$0]?.url == url })
    try journal.add(record(2000))
    try later.update(&records)
    #expect(records.count == 2001)
    journal.close()
    later.close()
  }

  @Test("A line that was cut short costs itself alone")
  func cutShort() throws {
    var (journal, _) = try open()
    for position in 1...2 { try journal.add(record(position)) }
    journal.close()
    truncate(path, off_t(try #require(FileManager.default.contents(atPath: path)).count - 5))
    var (next, records) = try open()
    #expect(records.keys.sorted() == [1])
    try next.add(record(3))
    next.close()
    #expect(try open().records.keys.sorted() == [1, 3])
  }

  @Test("Opening it adds nothing to it")
  func opened() throws {
    var journal = try open().journal
    try journal.add(record(1))
    journal.close()
    let before = FileManager.default.contents(atPath: path)
    for _ in 0..<3 {
      var journal = try open().journal
      journal.close()
    }
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  @Test("Two that add to one at a time lose nothing, also when one of them rewrites it")
  func shared() throws {
    var first = try open().journal
    for _ in 0..<10 { try first.add(record(1)) }
    // It finds ten lines about one file.
    var second = try open().journal
    try first.add(record(2))
    try second.add(record(3))
    try first.add(record(4))
    first.close()
    second.close()
    #expect(try open().records.keys.sorted() == [1, 2, 3, 4])
  }
}
