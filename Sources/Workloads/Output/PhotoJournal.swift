import Base
import Foundation

/// What a folder of filtered photos knows of each: what it was made from, and how. By this, what is there from an earlier
/// run is distinguished from what would be made otherwise now, and from what no run has put there.
///
/// May be used from any thread, once it is open.
final class PhotoJournal: @unchecked Sendable {
  // Safe: the records are touched under `lock` only, the journal under `fileLock`, which is taken first.
  private let folder: OutputFolder
  private let settings: String
  private let lock = Lock()
  /// Of earlier runs, and of other processes. What this run writes it does not look for.
  private var records: [String: Record] = [:]
  private let fileLock = Lock()
  private var journal: Journal<Record>?

  struct Record: JournalRecord {
    let file: String
    /// A hash of its URL and the settings: neither grows with the URL, nor shows what a signed one would give away.
    let source: UInt64
    let bytes: Int
    /// Of the original.
    let validator: Validator?

    var key: String { file }
    var name: String? { file }

    func write(to line: inout JSONLine) {
      line.add("bytes", bytes)
      line.add("file", file)
      line.add("source", source)
      line.add("validator", validator?.rawValue)
    }
  }

  /// What is there under a photo's name.
  enum Finding: Equatable {
    case nothing
    /// What would be made again.
    case same(Validator?)
    /// Something that a run has made from another URL or with other settings; or an empty file.
    case outdated
    /// Something that no run has put there, or that was changed since.
    case foreign
  }

  /// - Parameter settings: all that the result depends on beside the original, in words of any kind.
  init(_ folder: OutputFolder, settings: String) {
    self.folder = folder
    self.settings = settings
  }

  /// Reads what earlier runs have written.
  /// - Throws: `OutputError`.
  func open() throws {
    journal = try Journal(folder.file(".photos.jsonl"), isShared: true, records: &records)
  }

  func close() { fileLock.withLock { journal?.close() } }

  func find(_ name: String, url: String) -> Finding {
    var facts = stat()
    guard stat(folder.file(name), &facts) == 0 else { return .nothing }
    if facts.st_size == 0 { return .outdated }
    guard let record = record(of: name, bytes: Int(facts.st_size)) else { return .foreign }
    return record.source == source(url) ? .same(record.validator) : .outdated
  }

  private func record(of name: String, bytes: Int) -> Record? {
    func known() -> Record? {
      lock.withLock { records[name] }.flatMap { $0.bytes == bytes ? $0 : nil }
    }
    if let record = known() { return record }
    // Another process may have written it meanwhile.
    fileLock.withLock { lock.withLock { try? journal?.update(&records) } }
    return known()
  }

  /// Records a photo that is whole, right before it gets its name.
  /// - Throws: `OutputError`.
  func note(_ name: String, url: String, bytes: Int, validator: Validator?) throws {
    // Removed first: never the record of one with the bytes of another, wherever the process ends.
    unlink(folder.file(name))
    let record = Record(file: name, source: source(url), bytes: bytes, validator: validator)
    try fileLock.withLock { try journal?.add(record) }
  }

  private func source(_ url: String) -> UInt64 { stableHash("\(url)\n\(settings)") }
}
