import Foundation

/// What a folder knows of the batches that were downloaded into it: one JSON object a line, the last one of a
/// position counts. Lines are only ever added while a batch runs, so that an end at any moment costs one line at most.
struct DownloadJournal {
  struct Record: Codable, Equatable {
    /// In the list, from 1.
    let position: Int
    /// See `DownloadFile.identity`.
    let url: String
    /// What the file of this position is called: this one if it is whole, else one that an earlier list had there.
    var file: String?
    var isWhole = false
    /// Of the whole file; nil where it is not known yet.
    var bytes: Int?
    /// Without one, what was begun cannot be resumed.
    var validator: Validator?
  }

  private(set) var records: [Int: Record] = [:]
  private let path: String
  private var descriptor: Int32 = -1

  /// Reads what is there. What does not make sense, such as a last line cut short, is passed over: then the file is
  /// fetched again.
  init(_ path: String) throws {
    self.path = path
    var lines = 0
    descriptor = try openPlain(path, O_RDWR | O_CREAT | O_APPEND)
    let decoder = JSONDecoder()
    let text = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
    for line in (text ?? Data()).split(separator: UInt8(ascii: "\n")) {
      lines += 1
      // A name that leads out of the folder is not one of ours.
      guard let record = try? decoder.decode(Record.self, from: line),
        record.file.map(FanOut.isPlace) != false
      else { continue }
      records[record.position] = record
    }
    // What was overtaken is left behind, when it has become much.
    if lines > 2 * records.count {
      close()
      try rewrite()
      descriptor = try openPlain(path, O_WRONLY | O_APPEND)
    }
    // After a line cut short, the next one would be lost with it.
    if lines > 0 { try append(Data("\n".utf8)) }
  }

  mutating func add(_ record: Record) throws {
    records[record.position] = record
    try append(Self.line(record))
  }

  mutating func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  private func rewrite() throws {
    let beside = path + ".new"
    unlink(beside)
    let descriptor = try openPlain(beside, O_WRONLY | O_CREAT | O_EXCL)
    let lines = records.values.sorted { $0.position < $1.position }.map(Self.line).joined()
    do {
      defer { Foundation.close(descriptor) }
      try Self.write(Data(lines), descriptor, beside)
    }
    guard rename(beside, path) == 0 else { throw OutputError(writing: path) }
  }

  private func append(_ line: Data) throws { try Self.write(line, descriptor, path) }

  private static func write(_ data: Data, _ descriptor: Int32, _ path: String) throws {
    try data.withUnsafeBytes { bytes in try writeAll(bytes, to: descriptor, for: path) }
  }

  private static func line(_ record: Record) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(record)) ?? Data()) + Data("\n".utf8)
  }
}
