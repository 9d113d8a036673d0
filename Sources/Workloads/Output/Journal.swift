import Base
import Foundation

/// A line of a journal, which describes one file.
protocol JournalRecord: Decodable, Sendable {
  associatedtype Key: Hashable, Sendable
  /// The key of the record. If several records have the same key, the last one counts.
  var key: Key { get }
  /// A file name that is used exactly as it was read, without the folder, or nil if there is none.
  var name: String? { get }
  /// Adds the record's members to a line.
  func write(to line: inout JSONLine)
}

/// A folder's record of the files that runs have written into it, with one JSON object per line. If several
/// objects have the same key, the last one counts. A run only appends lines, so a crash damages at most one
/// line.
///
/// All members can be used from any thread. Each use reads or writes a file.
final class Journal<Record: JournalRecord>: @unchecked Sendable {
  // Sendable: after `init`, mutable state is accessed only while holding `lock`. `kept` has its own lock.
  private let path: String
  private let isShared: Bool
  /// A journal with URLs, which may contain passwords, is readable only by its owner.
  private var mode: mode_t { isShared ? 0o644 : 0o600 }
  /// The records. They aren't protected by the file's lock, so that looking one up never waits for a disk or
  /// another process.
  private let kept = Locked<[Record.Key: Record]>([:])
  private let lock = Lock()
  private var descriptor: Int32 = -1
  /// The number of bytes and lines that were read from the file.
  private var (position, lineCount): (off_t, Int) = (0, 0)

  /// The number of the first line that isn't a record, or nil if there is none.
  private let firstBadLine = Locked<Int?>(nil)

  /// Reads the existing records. Invalid lines, such as a truncated one, are ignored.
  ///
  /// - Parameters:
  ///   - isShared: Whether several processes may append to the file at the same time. Each locks the file
  ///     while it writes a line.
  ///   - isDry: Whether the file is only read. It need not exist then.
  ///   - sign: Called with the descriptor of the open file.
  /// - Throws: `OutputError`.
  init(_ path: String, isShared: Bool, isDry: Bool = false, sign: (Int32) -> Void = { _ in }) throws {
    self.path = path
    self.isShared = isShared
    if isDry {
      if FileKind(at: path) != nil { descriptor = try openPlain(path, O_RDONLY) }
      read()
      return
    }
    descriptor = try lockedFile()
    // Older versions made it readable by everyone.
    if !isShared { fchmod(descriptor, mode) }
    defer { flock(descriptor, LOCK_UN) }
    read()
    // Rewrite the file once it has many outdated lines. A damaged one is kept, so that users can repair it.
    if lineCount > 2 * records.count, firstBadLine.value == nil { try rewrite() }
    // A line appended to a truncated one would be lost together with it.
    if endsInALine == false { try Self.write([UInt8(ascii: "\n")], descriptor, path) }
    sign(descriptor)
  }

  deinit { close() }

  /// Returns the last record with this key that was read, or was added with `isKept`.
  subscript(_ key: Record.Key) -> Record? { kept.withLock { $0[key] } }

  var records: [Record.Key: Record] { kept.value }

  /// The sentence that says from which line on the journal is damaged, or nil if it isn't.
  var damage: String? {
    firstBadLine.value.map { "“\(URL(fileURLWithPath: path).lastPathComponent)” is damaged from line \($0)" }
  }

  /// Appends a record.
  ///
  /// - Parameter isKept: Whether this run needs the record later.
  /// - Throws: `OutputError`.
  func add(_ record: Record, isKept: Bool) throws {
    let line = Self.line(record)
    if isKept { kept.withLock { $0[record.key] = record } }
    try lock.withLock {
      guard isShared else { return try Self.write(line, descriptor, path) }
      try lockAgain()
      defer { flock(descriptor, LOCK_UN) }
      try Self.write(line, descriptor, path)
    }
  }

  /// Frees the memory of a record that this run no longer needs.
  func forget(_ key: Record.Key) { kept.withLock { $0[key] = nil } }

  /// Reads the records that any process has added since the last read.
  ///
  /// - Throws: `OutputError`.
  func update() throws {
    try lock.withLock {
      try lockAgain()
      defer { flock(descriptor, LOCK_UN) }
      read()
    }
  }

  func close() { lock.withLock { closeFile() } }

  private func closeFile() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  // MARK: Reading

  /// Whether the part read so far ends with a newline, or nil if it is empty.
  private var endsInALine: Bool? {
    var last: UInt8 = 0
    return position > 0 && pread(descriptor, &last, 1, position - 1) == 1 ? last == UInt8(ascii: "\n") : nil
  }

  /// Reads from where the last call ended, block by block.
  private func read() {
    var text = Data()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let new = block[..<max(0, pread(descriptor, &block, block.count, position))]
      position += off_t(new.count)
      // The rest of the last line follows in the next block.
      let lineEnd = new.lastIndex(of: UInt8(ascii: "\n"))
      let whole = new.isEmpty ? text.count : lineEnd.map { text.count + $0 + 1 } ?? 0
      text.append(contentsOf: new)
      var lines = text.prefix(whole).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      decode(lines)
      lineCount += lines.count
      text = Data(text.dropFirst(whole))
      if new.isEmpty { return }
    }
  }

  /// Decodes many lines as one array, because decoding them individually takes several times as long.
  private func decode(_ lines: [Data]) {
    let decoder = JSONDecoder()
    func decoded(_ lines: ArraySlice<Data>) -> [Record]? {
      try? decoder.decode(
        [Record].self, from: Data("[".utf8) + lines.joined(separator: Data(",".utf8)) + Data("]".utf8))
    }
    for start in stride(from: 0, to: lines.count, by: 1000) {
      let some = lines[start..<min(start + 1000, lines.count)]
      func one(_ index: Int) -> Record? {
        let record = decoded(lines[index...index])?.first
        if record == nil, !lines[index].isEmpty {
          firstBadLine.withLock { $0 = $0 ?? lineCount + index + 1 }
        }
        return record
      }
      for record in decoded(some) ?? some.indices.compactMap(one)
      // This program never writes a name that points outside the folder.
      where record.name.map(FanOut.isPlace) != false { kept.withLock { $0[record.key] = record } }
    }
  }

  // MARK: The file

  /// Opens and locks the file. On a file system without locks, processes don't exclude each other.
  private func lockedFile() throws -> Int32 {
    while true {
      let descriptor = try openPlain(path, O_RDWR | O_CREAT | O_APPEND, mode: mode)
      flock(descriptor, LOCK_EX)
      if !Self.isGone(descriptor) { return descriptor }
      Foundation.close(descriptor)
    }
  }

  /// Locks the file that currently has the journal's name, because another process may have rewritten the
  /// journal.
  private func lockAgain() throws {
    guard flock(descriptor, LOCK_EX) == 0, Self.isGone(descriptor) else { return }
    closeFile()
    (position, lineCount) = (0, 0)
    descriptor = try lockedFile()
  }

  private static func isGone(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_nlink == 0
  }

  /// Replaces the file with one that contains only current records. The caller holds the lock. Processes that
  /// are waiting for it will notice that the file is gone.
  private func rewrite() throws {
    let beside = path + ".new"
    unlink(beside)
    let new = try openPlain(beside, O_RDWR | O_CREAT | O_EXCL | O_APPEND, mode: mode)
    do {
      flock(new, LOCK_EX)
      try Self.write(records.values.flatMap(Self.line), new, beside)
      guard rename(beside, path) == 0 else { throw OutputError(writing: path) }
    } catch {
      Foundation.close(new)
      throw error
    }
    closeFile()
    (position, lineCount) = (0, 0)
    descriptor = new
  }

  private static func write(_ line: [UInt8], _ descriptor: Int32, _ path: String) throws {
    try line.withUnsafeBytes { bytes in try writeAll(bytes, to: descriptor, for: path) }
  }

  private static func line(_ record: Record) -> [UInt8] {
    var line = JSONLine()
    record.write(to: &line)
    return line.end()
  }
}
