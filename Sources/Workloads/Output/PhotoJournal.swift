import Base
import Foundation

/// What a folder of filtered photos knows about each: what it was made from, and how. It tells a photo that an earlier run
/// has made from one that would be different now, and from a file that no run has written.
///
/// May be used from any thread, once it is open.
final class PhotoJournal: @unchecked Sendable {
  // Safe: mutable state is changed only by `open()`, before the first photo's jobs, and by `close()`, after the last.
  private let folder: OutputFolder
  private let settings: String
  private var journal: Journal<Record>?
  /// The file whose bytes stand for photos in progress; see `claim(_:)`.
  private var claims: Int32 = -1

  struct Record: JournalRecord {
    let file: String
    /// A hash of its URL and the settings: it does not grow with the URL, and gives away no signature in one.
    let source: UInt64
    /// A hash of its URL alone. Journals of older versions have none.
    var address: UInt64?
    let bytes: Int
    /// The state of the original.
    let validator: Validator?

    var key: String { file }
    /// Not used as it was read: a run looks for names that it has made itself.
    var name: String? { nil }

    func write(to line: inout JSONLine) {
      line.add("address", address)
      line.add("bytes", bytes)
      line.add("file", file)
      line.add("source", source)
      line.add("validator", validator?.rawValue)
    }
  }

  /// The file that has a photo's name now.
  enum Finding: Equatable {
    case nothing
    /// The photo, made from this state of an original that may have changed since.
    case same(Validator?)
    /// The photo, made from a local original that has not changed since.
    case upToDate
    /// Something else that a run has made, or an empty file.
    case outdated(Photo.Replaced)
    /// A file that no run has written, or that was changed since.
    case foreign
    /// A folder, which no file can replace.
    case folder
  }

  /// - Parameter settings: everything that the result depends on besides the original, in any words.
  init(_ folder: OutputFolder, settings: String) {
    self.folder = folder
    self.settings = settings
  }

  var isOpen: Bool { journal != nil }

  /// Reads the records of earlier runs.
  /// - Throws: `OutputError`.
  func open() throws {
    journal = try Journal(folder.file(".photos.jsonl"), isShared: true)
    repeat {
      if claims >= 0 { Foundation.close(claims) }
      claims = try openPlain(claimFile, O_RDWR | O_CREAT)
      // The last run of the others may have removed it meanwhile.
    } while !(lock(F_RDLCK, at: Self.presence) && isLinked(claims))
  }

  /// Gives up all claims, too. The last run of a folder removes their file: without it, a run that begins would not see
  /// the claims of one that goes on.
  func close() {
    journal = nil
    guard claims >= 0 else { return }
    if lock(F_WRLCK, at: Self.presence) { unlink(claimFile) }
    Foundation.close(claims)
    claims = -1
  }

  private var claimFile: String { folder.file(".photos.lock") }

  // MARK: One photo, one process

  /// Claims a photo for this run until `release(_:)`, so that two processes in one folder share the work.
  /// - Returns: false when another run is making it. True where the file system has no locks.
  func claim(_ name: String) -> Bool { lock(F_WRLCK, at: place(of: name)) }

  func release(_ name: String) { _ = lock(F_UNLCK, at: place(of: name)) }

  /// The byte that all runs lock together, behind those of photos.
  private static let presence: off_t = 1 << 62

  private func place(of name: String) -> off_t { off_t(stableHash(name) >> 2) }

  private func isLinked(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_nlink > 0
  }

  /// Locks one byte, which need not exist. The lock goes with the process, however that ends.
  /// - Returns: false when another run keeps it from that. True where the file system has no locks.
  private func lock(_ type: some BinaryInteger, at place: off_t) -> Bool {
    #if canImport(Darwin)
      let setLock: Int32 = 90
    #else
      let setLock: Int32 = 37
    #endif
    // F_OFD_SETLK, which Swift does not import: a lock of the open file. One of the process would not hold against
    // another run in it.
    var region = Foundation.flock()
    region.l_type = Int16(type)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = place
    region.l_len = 1
    return fcntl(claims, setLock, &region) == 0 || errno != EAGAIN && errno != EACCES
  }

  // MARK: What is there

  func find(_ name: String, url: String) -> Finding {
    var facts = stat()
    guard stat(folder.file(name), &facts) == 0 else { return .nothing }
    if facts.st_mode & S_IFMT == S_IFDIR { return .folder }
    if facts.st_size == 0 { return .outdated(.empty) }
    guard let record = record(of: name, bytes: Int(facts.st_size)) else { return .foreign }
    if record.source != source(url) {
      return .outdated(record.address == stableHash(url) ? .otherSettings : .otherURL)
    }
    guard let now = Validator(localFile: url) else { return .same(record.validator) }
    return record.validator == now ? .upToDate : .outdated(.olderOriginal)
  }

  private func record(of name: String, bytes: Int) -> Record? {
    func known() -> Record? { journal?[name].flatMap { $0.bytes == bytes ? $0 : nil } }
    if let record = known() { return record }
    // Another process may have written it meanwhile.
    try? journal?.update()
    return known()
  }

  /// Records a whole photo, right before it gets its name.
  /// - Throws: `OutputError`.
  func note(_ name: String, url: String, bytes: Int, validator: Validator?) throws {
    // Removed first, so that a record never describes other bytes, wherever the process ends.
    unlink(folder.file(name))
    let record = Record(
      file: name, source: source(url), address: stableHash(url), bytes: bytes, validator: validator)
    try journal?.add(record, isKept: false)
  }

  private func source(_ url: String) -> UInt64 { stableHash("\(url)\n\(settings)") }
}
