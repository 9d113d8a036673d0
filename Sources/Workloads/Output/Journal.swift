import Base
import Foundation

/// A folder's record of the files that runs have written into it, with one JSON object per line. If several
/// objects have the same key, the last one counts. A run only appends lines, so a crash damages at most one
/// line. Journals of earlier versions are read, and replaced.
///
/// All members can be used from any thread. Adding a record writes to the file. Finding one doesn't.
final class Journal: @unchecked Sendable {
  // Sendable: after `init`, mutable state is accessed only while holding `lock`. `kept` has its own lock.
  private let folder: OutputFolder
  private let folderLock: FolderLock?
  private var path: String { folder.file(Self.name) }
  /// The records. They have their own lock, so that looking one up never waits for a disk.
  private let kept = Locked<[UInt64: FileRecord]>([:])
  private let lock = Lock()
  private var descriptor: Int32 = -1
  /// The sentence that says from which line on the journal is damaged, or nil if it isn't.
  private(set) var damage: String?

  static let name = ".pipeline.jsonl"
  /// The journals of versions before 0.2.0.
  private static let formerNames = [".photos.jsonl", ".download.jsonl"]

  /// Reads the existing records. Invalid lines, such as a truncated one, are ignored.
  ///
  /// - Parameter lock: The lock on the folder, released by `close()`, or nil if the folder is only read. The file need not
  ///   exist then.
  /// - Throws: `OutputError`.
  init(_ folder: OutputFolder, _ lock: FolderLock?) throws {
    (self.folder, folderLock) = (folder, lock)
    if lock != nil { descriptor = try openPlain(path, O_RDWR | O_CREAT | O_APPEND, mode: 0o600) }
    try alone {
      let former = Self.formerNames.filter { read($0).size > 0 }
      let (size, lineCount) = read(Self.name)
      // Rewrite the file once it has many outdated lines. A damaged one is kept, so that users can repair it.
      if lock?.isShared == false, damage == nil, !former.isEmpty || lineCount > 2 * records.count {
        try rewrite()
        for name in former { unlink(folder.file(name)) }
      } else if lock != nil, !endsInALine(size) {
        // A line appended to a truncated one would be lost together with it.
        try Self.write([UInt8(ascii: "\n")], descriptor, path)
      }
    }
  }

  deinit { closeFile() }

  /// Returns the last record with this key that was read, or was added with `isKept`.
  subscript(_ key: UInt64) -> FileRecord? { kept.withLock { $0[key] } }

  var records: [UInt64: FileRecord] { kept.value }

  /// Appends a record.
  ///
  /// - Parameter isKept: Whether this run needs the record later.
  /// - Throws: `OutputError`.
  func add(_ record: FileRecord, isKept: Bool) throws {
    if isKept { kept.withLock { $0[record.key] = record } }
    try lock.withLock { try alone { try Self.write(record.line, descriptor, path) } }
  }

  /// Frees the memory of a record that this run no longer needs.
  func forget(_ key: UInt64) { kept.withLock { $0[key] = nil } }

  /// Releases the folder. No other method may be called afterwards.
  func close() {
    closeFile()
    folder.close(folderLock)
  }

  private func closeFile() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  // MARK: Reading

  private func endsInALine(_ size: off_t) -> Bool {
    var last: UInt8 = 0
    return pread(descriptor, &last, 1, size - 1) != 1 || last == UInt8(ascii: "\n")
  }

  /// Reads a journal block by block.
  ///
  /// - Returns: The numbers of bytes and lines.
  private func read(_ name: String) -> (size: off_t, lineCount: Int) {
    guard let file = try? openPlain(folder.file(name), O_RDONLY) else { return (0, 0) }
    defer { Foundation.close(file) }
    var (position, lineCount): (off_t, Int) = (0, 0)
    var text = Data()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let new = block[..<max(0, pread(file, &block, block.count, position))]
      position += off_t(new.count)
      // The rest of the last line follows in the next block.
      let lineEnd = new.lastIndex(of: UInt8(ascii: "\n"))
      let whole = new.isEmpty ? text.count : lineEnd.map { text.count + $0 + 1 } ?? 0
      text.append(contentsOf: new)
      var lines = text.prefix(whole).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      decode(lines, after: lineCount, of: name)
      lineCount += lines.count
      text = Data(text.dropFirst(whole))
      if new.isEmpty { return (position, lineCount) }
    }
  }

  /// Decodes many lines as one array, because decoding them individually takes several times as long.
  private func decode(_ lines: [Data], after lineCount: Int, of name: String) {
    let decoder = JSONDecoder()
    func decoded(_ lines: ArraySlice<Data>) -> [FileRecord]? {
      try? decoder.decode(
        [FileRecord].self, from: Data("[".utf8) + lines.joined(separator: Data(",".utf8)) + Data("]".utf8))
    }
    for start in stride(from: 0, to: lines.count, by: 1000) {
      let some = lines[start..<min(start + 1000, lines.count)]
      func one(_ index: Int) -> FileRecord? {
        let record = decoded(lines[index...index])?.first
        if record == nil, !lines[index].isEmpty, damage == nil {
          damage = "“\(name)” is damaged from line \(lineCount + index + 1)"
        }
        return record
      }
      for record in decoded(some) ?? some.indices.compactMap(one)
      // This program never writes an image's name that points outside the folder. The names of photos and parts aren't
      // used.
      where record.source != 0 || record.isNamelessPart || record.file.map(FileNames.isInFolder) != false {
        kept.withLock { $0[record.key] = record }
      }
    }
  }

  // MARK: The file

  /// Calls a closure while no other process reads or writes the file, unless the file system has no locks.
  private func alone(_ body: () throws -> Void) rethrows {
    if folderLock?.isShared == true { flock(descriptor, LOCK_EX) }
    defer { if folderLock?.isShared == true { flock(descriptor, LOCK_UN) } }
    try body()
  }

  /// Replaces the file with one that contains only current records.
  private func rewrite() throws {
    let beside = path + ".new"
    unlink(beside)
    let new = try openPlain(beside, O_RDWR | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
    do {
      try Self.write(records.values.flatMap(\.line), new, beside)
      guard rename(beside, path) == 0 else { throw OutputError(writing: path) }
    } catch {
      Foundation.close(new)
      throw error
    }
    closeFile()
    descriptor = new
  }

  private static func write(_ line: [UInt8], _ descriptor: Int32, _ path: String) throws {
    try line.withUnsafeBytes { bytes in try writeAll(bytes, to: descriptor, for: path) }
  }
}
