import Base
import Foundation

/// The record of how each photo in an output folder was made, and from which original. It distinguishes three
/// kinds of files: photos that would come out the same now, photos that would come out different, and files
/// that no run has written.
///
/// All members can be used from any thread once the journal is open.
final class PhotoJournal: @unchecked Sendable {
  // Sendable: mutable state changes only in `open()`, before the first photo's jobs, and in `close()`, after
  // the last.
  private let folder: OutputFolder
  private let fingerprint: String
  private var journal: Journal<Record>?
  /// The file whose bytes are locked to claim photos in progress; see `claim(_:)`.
  private var claims: Int32 = -1

  struct Record: JournalRecord {
    let file: String
    /// A hash of the photo's URL and the settings. Unlike a URL, it has a fixed size and can't reveal a
    /// signature.
    let source: UInt64
    /// A hash of the URL alone. Journals of older versions don't have it.
    var address: UInt64?
    let bytes: Int
    /// The validator of the original.
    let validator: Validator?

    var key: String { file }
    /// A name read from a journal is never used to access a file, so this is nil. Runs look up names that
    /// they have generated themselves.
    var name: String? { nil }

    func write(to line: inout JSONLine) {
      line.add("address", address)
      line.add("bytes", bytes)
      line.add("file", file)
      line.add("source", source)
      line.add("validator", validator?.rawValue)
    }
  }

  /// The state of the file that currently has a photo's name.
  enum Finding: Equatable {
    case nothing
    /// The photo. Its original had this validator and may have changed since.
    case same(Validator?)
    /// The photo. Its local original hasn't changed.
    case upToDate
    /// An empty file, or a photo that a run made from another original or with other settings.
    case outdated(Photo.Replaced)
    /// A file that no run has written, or that was changed afterwards.
    case foreign
    /// A folder, which can't be replaced by a file.
    case folder
  }

  /// - Parameter fingerprint: A text that contains everything besides the original that affects the result.
  init(_ folder: OutputFolder, fingerprint: String) {
    self.folder = folder
    self.fingerprint = fingerprint
  }

  var isOpen: Bool { journal != nil }
  var damage: String? { journal?.damage }

  /// Reads the records of earlier runs.
  ///
  /// - Throws: `OutputError`.
  func open() throws {
    journal = try Journal(folder.file(".photos.jsonl"), isShared: true, isDry: folder.isDry)
    // Without the file, every claim succeeds.
    if folder.isDry { return }
    repeat {
      if claims >= 0 { Foundation.close(claims) }
      claims = try openPlain(claimFile, O_RDWR | O_CREAT)
      // Another run that was the last in the folder may have removed the file in the meantime.
    } while !(lock(F_RDLCK, at: Self.presence) && isLinked(claims))
  }

  /// Closes the journal and releases all claims. Only the last run in a folder removes the claim file. If the
  /// file were removed earlier, new runs wouldn't see the claims of runs that are still active.
  func close() {
    journal = nil
    guard claims >= 0 else { return }
    if lock(F_WRLCK, at: Self.presence) { unlink(claimFile) }
    Foundation.close(claims)
    claims = -1
  }

  private var claimFile: String { folder.file(".photos.lock") }

  // MARK: Claims

  /// Claims a photo for this run until `release(_:)`, so that two processes in one folder share the work.
  ///
  /// - Returns: False if another run is making the photo. Always true on a file system without locks.
  func claim(_ name: String) -> Bool { lock(F_WRLCK, at: place(of: name)) }

  func release(_ name: String) { _ = lock(F_UNLCK, at: place(of: name)) }

  /// The offset of the byte that all runs lock together. It lies beyond the bytes of the photos.
  private static let presence: off_t = 1 << 62

  private func place(of name: String) -> off_t { off_t(stableHash(name) >> 2) }

  private func isLinked(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_nlink > 0
  }

  /// Locks one byte, which doesn't have to exist in the file. The lock ends with the process, no matter how the
  /// process ends.
  ///
  /// - Returns: False if another run has a conflicting lock. Always true on a file system without locks.
  private func lock(_ type: some BinaryInteger, at place: off_t) -> Bool {
    #if canImport(Darwin)
      let setLock: Int32 = 90
    #else
      let setLock: Int32 = 37
    #endif
    // F_OFD_SETLK, which Swift doesn't import, locks per open file. A per-process lock wouldn't exclude
    // another run in the same process.
    var region = Foundation.flock()
    region.l_type = Int16(type)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = place
    region.l_len = 1
    return fcntl(claims, setLock, &region) == 0 || errno != EAGAIN && errno != EACCES
  }

  // MARK: Existing files

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
    // Another process may have written the record in the meantime.
    try? journal?.update()
    return known()
  }

  /// Records a complete photo just before it gets its name.
  ///
  /// - Throws: `OutputError`.
  func note(_ name: String, url: String, bytes: Int, validator: Validator?) throws {
    // The old file is removed first. Wherever the process ends, a record therefore never describes the wrong
    // bytes.
    unlink(folder.file(name))
    let record = Record(
      file: name, source: source(url), address: stableHash(url), bytes: bytes, validator: validator)
    try journal?.add(record, isKept: false)
  }

  private func source(_ url: String) -> UInt64 { stableHash("\(url)\n\(fingerprint)") }
}
