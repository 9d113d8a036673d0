import Base
import Foundation

/// One line of a journal, about one file.
protocol JournalRecord: Decodable, Sendable {
  associatedtype Key: Hashable, Sendable
  /// The last record with this key counts.
  var key: Key { get }
  /// The name of a file that is used as it was read, without the folder; nil if there is none.
  var name: String? { get }
  /// Adds its members to a line.
  func write(to line: inout JSONLine)
}

/// A folder's record of the files that runs have put into it: a JSON object a line, where the last one with a key counts.
/// A run only adds lines, so a crash costs one line at most.
///
/// May be used from any thread. Each use reads or writes a file.
final class Journal<Record: JournalRecord>: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`, once the journal is made; the records have a lock of their own.
  private let path: String
  private let isShared: Bool
  /// A journal with URLs, which may have passwords in them, is for its owner alone.
  private var mode: mode_t { isShared ? 0o644 : 0o600 }
  /// Separate from the file's lock, so that looking up a record waits for neither a disk nor another process.
  private let kept = Locked<[Record.Key: Record]>([:])
  private let lock = Lock()
  private var descriptor: Int32 = -1
  /// The number of bytes read from the file.
  private var position: off_t = 0

  /// Reads what is there. Lines that make no sense, such as one cut short, are ignored: their files are made again.
  /// - Parameters:
  ///   - isShared: whether several processes may add to it at the same time. Each locks it for a line.
  ///   - sign: called with the open file's descriptor.
  /// - Throws: `OutputError`.
  init(_ path: String, isShared: Bool, sign: (Int32) -> Void = { _ in }) throws {
    self.path = path
    self.isShared = isShared
    descriptor = try lockedFile()
    // Older versions let everyone read it.
    if !isShared { fchmod(descriptor, mode) }
    defer { flock(descriptor, LOCK_UN) }
    let lines = read()
    // Outdated lines are dropped once there are many of them.
    if lines > 2 * records.count { try rewrite() }
    // A line after one that was cut short would be lost with it.
    if endsInALine == false { try Self.write([UInt8(ascii: "\n")], descriptor, path) }
    sign(descriptor)
  }

  deinit { close() }

  /// The last record with this key: read, or added and kept.
  subscript(_ key: Record.Key) -> Record? { kept.withLock { $0[key] } }

  var records: [Record.Key: Record] { kept.value }

  /// - Parameter isKept: whether this run will ask for it.
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

  /// Frees the memory of a record that this run will not ask for any more.
  func forget(_ key: Record.Key) { kept.withLock { $0[key] = nil } }

  /// Reads what any process has added since.
  /// - Throws: `OutputError`.
  func update() throws {
    try lock.withLock {
      try lockAgain()
      defer { flock(descriptor, LOCK_UN) }
      _ = read()
    }
  }

  func close() { lock.withLock { closeFile() } }

  private func closeFile() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  // MARK: Reading

  /// Whether the part that was read ends with a newline; nil if it is empty.
  private var endsInALine: Bool? {
    var last: UInt8 = 0
    return position > 0 && pread(descriptor, &last, 1, position - 1) == 1 ? last == UInt8(ascii: "\n") : nil
  }

  /// Reads on, block by block, from where the last call ended.
  /// - Returns: the number of lines.
  private func read() -> Int {
    var (count, text) = (0, Data())
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let new = block[..<max(0, pread(descriptor, &block, block.count, position))]
      position += off_t(new.count)
      // The rest of a line comes with the next block.
      let lineEnd = new.lastIndex(of: UInt8(ascii: "\n"))
      let whole = new.isEmpty ? text.count : lineEnd.map { text.count + $0 + 1 } ?? 0
      text.append(contentsOf: new)
      let lines = text.prefix(whole).split(separator: UInt8(ascii: "\n"))
      if !lines.isEmpty { decode(lines) }
      count += lines.count
      text = Data(text.dropFirst(whole))
      if new.isEmpty { return count }
    }
  }

  /// Decodes many lines at a time, as an array: one by one takes several times as long.
  private func decode(_ lines: [Data]) {
    let decoder = JSONDecoder()
    func decoded(_ lines: ArraySlice<Data>) -> [Record]? {
      try? decoder.decode(
        [Record].self, from: Data("[".utf8) + lines.joined(separator: Data(",".utf8)) + Data("]".utf8))
    }
    for start in stride(from: 0, to: lines.count, by: 1000) {
      let some = lines[start..<min(start + 1000, lines.count)]
      for record in decoded(some) ?? some.compactMap({ decoded([$0])?.first })
      // We never write a name that leads out of the folder.
      where record.name.map(FanOut.isPlace) != false { kept.withLock { $0[record.key] = record } }
    }
  }

  // MARK: The file

  /// Opens and locks it. On a file system without locks, every process is on its own.
  private func lockedFile() throws -> Int32 {
    while true {
      let descriptor = try openPlain(path, O_RDWR | O_CREAT | O_APPEND, mode: mode)
      flock(descriptor, LOCK_EX)
      if !Self.isGone(descriptor) { return descriptor }
      Foundation.close(descriptor)
    }
  }

  /// Locks the file that has the name now: another process may have rewritten it.
  private func lockAgain() throws {
    guard flock(descriptor, LOCK_EX) == 0, Self.isGone(descriptor) else { return }
    closeFile()
    position = 0
    descriptor = try lockedFile()
  }

  private static func isGone(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_nlink == 0
  }

  /// Called under the lock. Processes that wait for it will find that the file is gone.
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
    position = 0
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
