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
    path = "\(folder.path)/\(Journal.name)"
  }

  private func open(shared isShared: Bool = false) throws -> Journal {
    let folder = try OutputFolder(folder.path)
    return try Journal(folder, FolderLock(folder, part: isShared ? Shard("1/2") : nil))
  }

  private func record(_ position: Int, file: String = "f") -> FileRecord {
    FileRecord(position: position, file: file, address: 1)
  }

  @Test("Records are read back as written, whatever is in them, which adds nothing to the journal")
  func text() throws {
    let texts = ["", #"a "b" \ / c"#, "\u{0}\t\n\r\u{1F}\u{7F}", "Käse 🧀 \u{2028}", #"\u0041"#]
    let records = texts.enumerated().map { number, text in
      FileRecord(
        position: number < 2 ? number : nil, isWhole: number > 0,
        file: number == 0 ? nil : number == 1 ? "7f/1.png" : text, address: .max,
        source: number > 1 ? .max : 0,
        bytes: number > 2 ? Int.max : nil, validator: Validator(rawValue: text))
    }
    let journal = try open()
    for record in records { try journal.add(record, isKept: false) }
    journal.close()
    let file = try #require(FileManager.default.contents(atPath: path))
    #expect(file.split(separator: UInt8(ascii: "\n")).count == texts.count)
    for _ in 1...3 {
      let again = try open()
      #expect(again.records == Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) }))
      again.close()
      #expect(FileManager.default.contents(atPath: path) == file)
    }
  }

  @Test("The record of a part is read back, and isn't that of a file with the same name")
  func parts() throws {
    let file = FileRecord(file: "Mist.png", address: 1, source: 2)
    let parts = ["Mist.png", "House of York/Mist"].map { FileRecord(isWhole: false, file: $0, address: 1) }
    let journal = try open()
    for record in [file] + parts { try journal.add(record, isKept: false) }
    journal.close()
    let again = try open()
    #expect(again[file.key] == file)
    for part in parts { #expect(try again[FileRecord.partKey(#require(part.file))] == part) }
  }

  @Test("The last record of a file counts, and outdated ones are dropped once there are many")
  func last() throws {
    let journal = try open()
    for number in 0..<10 { try journal.add(record(1, file: "\(number).png"), isKept: false) }
    journal.close()
    let before = try #require(FileManager.default.contents(atPath: path)).count
    #expect(try open().records == [1: record(1, file: "9.png")])
    #expect(try #require(FileManager.default.contents(atPath: path)).count < before / 5)
    #expect(try open().records == [1: record(1, file: "9.png")])
  }

  @Test("A long journal is read to its end", arguments: [true, false])
  func long(isShared: Bool) throws {
    // The lines extend across the ends of the blocks in which the journal is read.
    let file = String(repeating: "a", count: 1000)
    let journal = try open(shared: isShared)
    for position in 0..<600 { try journal.add(record(position, file: file), isKept: true) }
    #expect(journal.records.count == 600)
    journal.forget(0)
    #expect(journal[0] == nil && journal[1]?.file == file)
    let later = try open(shared: isShared)
    #expect(later.records.count == 600)
    #expect((0..<600).allSatisfy { later[$0]?.file == file })
    journal.close()
    later.close()
  }

  @Test("A line that was cut short costs itself alone")
  func cutShort() throws {
    let journal = try open()
    for position in 1...2 { try journal.add(record(position), isKept: false) }
    journal.close()
    truncate(path, off_t(try #require(FileManager.default.contents(atPath: path)).count - 5))
    let next = try open()
    #expect(next.records.keys.sorted() == [1])
    try next.add(record(3), isKept: false)
    next.close()
    #expect(try open().records.keys.sorted() == [1, 3])
  }

  @Test("Two parts that add to one at a time lose nothing, because neither of them rewrites it")
  func shared() throws {
    let first = try open(shared: true)
    for _ in 0..<10 { try first.add(record(1), isKept: false) }
    // The second part finds ten lines about one file.
    let second = try open(shared: true)
    try first.add(record(2), isKept: false)
    try second.add(record(3), isKept: false)
    try first.add(record(4), isKept: false)
    first.close()
    second.close()
    #expect(try open().records.keys.sorted() == [1, 2, 3, 4])
  }
}
