import Foundation

/// What a line of a journal says of one file.
protocol JournalRecord: Codable, Sendable {
  associatedtype Key: Hashable
  /// The last record with this key counts.
  var key: Key { get }
  /// What the file that it is about is called, without the folder; nil where there is none yet.
  var name: String? { get }
}

/// What a folder knows of the files that runs have put into it: one JSON object a line, the last one of a key counts.
/// Lines are only ever added while a run goes on, so that an end at any moment costs one line at most.
///
/// Several processes may add to it at a time: each takes its lock for a line.
struct Journal<Record: JournalRecord> {
  private(set) var records: [Record.Key: Record] = [:]
  private let path: String
  private var descriptor: Int32 = -1
  /// How much of the file has been read, in bytes.
  private var position: UInt64 = 0
  private let encoder = JSONEncoder()

  /// Reads what is there. What does not make sense, such as a last line cut short, is passed over: then the file is
  /// made again.
  /// - Throws: `OutputError`.
  init(_ path: String) throws {
    self.path = path
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    descriptor = try lockedFile()
    defer { flock(descriptor, LOCK_UN) }
    let lines = readLines()
    // What was overtaken is left behind, when it has become much.
    if lines.count > 2 * records.count { try rewrite() }
    // After a line cut short, the next one would be lost with it.
    if !lines.isEmpty { try Self.write(Data("\n".utf8), descriptor, path) }
  }

  mutating func add(_ record: Record) throws {
    records[record.key] = record
    try lockAgain()
    defer { flock(descriptor, LOCK_UN) }
    try Self.write(line(record), descriptor, path)
  }

  /// Reads what has been added since, by whichever process.
  mutating func update() throws {
    try lockAgain()
    defer { flock(descriptor, LOCK_UN) }
    readLines()
  }

  mutating func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  // MARK: Reading

  /// Reads on from where the last call ended.
  @discardableResult
  private mutating func readLines() -> [Data] {
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    guard (try? file.seek(toOffset: position)) != nil, let text = try? file.readToEnd() else { return [] }
    position += UInt64(text.count)
    let lines = text.split(separator: UInt8(ascii: "\n"))
    read(lines)
    return lines
  }

  /// Many lines at a time, as an array: a decoder for each would take several times as long.
  private mutating func read(_ lines: [Data]) {
    let decoder = JSONDecoder()
    func decoded(_ lines: ArraySlice<Data>) -> [Record]? {
      try? decoder.decode(
        [Record].self, from: Data("[".utf8) + lines.joined(separator: Data(",".utf8)) + Data("]".utf8))
    }
    for start in stride(from: 0, to: lines.count, by: 1000) {
      let some = lines[start..<min(start + 1000, lines.count)]
      for record in decoded(some) ?? some.compactMap({ decoded([$0])?.first })
      // A name that leads out of the folder is not one of ours.
      where record.name.map(FanOut.isPlace) != false { records[record.key] = record }
    }
  }

  // MARK: The file

  /// Opens it, and takes its lock. Where a file system has none, every process is on its own.
  private func lockedFile() throws -> Int32 {
    while true {
      let descriptor = try openPlain(path, O_RDWR | O_CREAT | O_APPEND)
      flock(descriptor, LOCK_EX)
      if !Self.isGone(descriptor) { return descriptor }
      Foundation.close(descriptor)
    }
  }

  /// Takes the lock of the file that has the name now: another process may have rewritten it.
  private mutating func lockAgain() throws {
    guard flock(descriptor, LOCK_EX) == 0, Self.isGone(descriptor) else { return }
    close()
    position = 0
    descriptor = try lockedFile()
  }

  private static func isGone(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_nlink == 0
  }

  /// Under the lock, which those that wait for it find gone with the file.
  private mutating func rewrite() throws {
    let beside = path + ".new"
    unlink(beside)
    let new = try openPlain(beside, O_RDWR | O_CREAT | O_EXCL | O_APPEND)
    do {
      flock(new, LOCK_EX)
      try Self.write(Data(records.values.map(line).joined()), new, beside)
      guard rename(beside, path) == 0 else { throw OutputError(writing: path) }
    } catch {
      Foundation.close(new)
      throw error
    }
    close()
    position = 0
    descriptor = new
  }

  private static func write(_ data: Data, _ descriptor: Int32, _ path: String) throws {
    try data.withUnsafeBytes { bytes in try writeAll(bytes, to: descriptor, for: path) }
  }

  private func line(_ record: Record) -> Data {
    ((try? encoder.encode(record)) ?? Data()) + Data("\n".utf8)
  }
}

/// What a file is known by to later runs: its URL, without a server of the program's own, which has another port in every
/// run.
/// - Parameter ownServer: as in `http://127.0.0.1:8080`.
func identity(of url: String, ownServer: String?) -> String {
  guard let ownServer, url.hasPrefix(ownServer + "/") else { return url }
  return String(url.dropFirst(ownServer.count))
}
