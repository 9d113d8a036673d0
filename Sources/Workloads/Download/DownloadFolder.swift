import Base
import Foundation
import Imaging

/// A folder that a batch is downloaded into: whole files under their names, and beside them, hidden, those that were
/// begun, and the journal of both. One batch at a time holds it.
///
/// May be used from any thread.
final class DownloadFolder: Sendable {
  private let folder: OutputFolder
  private let replaces: Bool
  /// The records of earlier batches and of the files that this one has begun, by position.
  private let journal: Journal<DownloadRecord>
  private let lock: FolderLock

  /// - Parameters:
  ///   - lock: of the folder. It is released by `close()`.
  ///   - replaces: whether to fetch everything again, replacing whatever is there.
  /// - Throws: `OutputError`.
  init(_ folder: OutputFolder, lock: FolderLock, replaces: Bool) throws {
    (self.folder, self.lock, self.replaces) = (folder, lock, replaces)
    do {
      journal = try Journal(folder.file(FolderLock.journal), isShared: false, sign: lock.sign)
    } catch {
      lock.close()
      throw error
    }
  }

  /// Releases the folder. Nothing is called after it.
  func close() {
    journal.close()
    folder.removeIfUnused(journal: FolderLock.journal)
    lock.close()
  }

  // MARK: What is there

  /// A complete file that is there.
  struct Whole {
    let name: String
    /// Nil if the server sent none.
    let validator: Validator?
  }

  func whole(_ file: DownloadFile) -> Whole? {
    guard !replaces, let record = record(of: file), record.isWhole, let name = record.file else { return nil }
    return size(folder.file(name)) == record.bytes ? Whole(name: name, validator: record.validator) : nil
  }

  /// Checks that no earlier batch has put a file of another list in this file's place.
  /// - Throws: `OutputError`.
  func check(_ file: DownloadFile) throws {
    guard !replaces, let record = journal[file.position], record.file != nil, record.url != file.identity
    else { return }
    throw OutputError(
      "“\(folder.path)” has the images of another list: number \(file.position) came from another URL",
      .place("choose another folder"), .replace("replace them"), isFatal: true)
  }

  /// The part of the file that an earlier batch left, if it can be resumed.
  func resumption(_ file: DownloadFile) -> Resumption? {
    guard !replaces, let record = record(of: file), let validator = record.validator, validator.isStrong,
      let size = size(partial(file)), size > 0, record.bytes.map({ size <= $0 }) ?? true
    else { return nil }
    return Resumption(offset: size, validator: validator, total: record.bytes)
  }

  private func record(of file: DownloadFile) -> DownloadRecord? {
    journal[file.position].flatMap { $0.url == file.identity ? $0 : nil }
  }

  private func size(_ path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  // MARK: Partial files

  /// The path of a file until it is complete.
  func partial(_ file: DownloadFile) -> String { folder.file(".Image \(file.position).partial") }

  /// Begins a file anew.
  /// - Parameter isWhole: whether all of it is written next. Such a file is noted when it gets its name, unless there is
  ///   something to overtake: unknown, what a killed process leaves of it is not resumed.
  func begin(
    _ file: DownloadFile, validator: Validator?, total: Int?, isWhole: Bool = false
  ) throws -> PartialFile {
    // Before the journal has the new state: never the validator of one file with bytes of another.
    let partial = try PartialFile(as: self.partial(file))
    let before = journal[file.position]
    if isWhole, before == nil { return partial }
    let record = DownloadRecord(
      position: file.position, url: file.identity, file: before?.file, bytes: total, validator: validator)
    try journal.add(record, isKept: true)
    return partial
  }

  /// Continues a file that was begun.
  func goOn(_ file: DownloadFile) throws -> PartialFile { try PartialFile(continuing: partial(file)) }

  func discard(_ file: DownloadFile) { unlink(partial(file)) }

  // MARK: Whole files

  /// Gives a complete file its name: `Image 7.png`, or `7f/Image 7.png`.
  /// - Throws: `OutputError`, also when something else has that name.
  func finish(
    _ file: DownloadFile, _ partial: PartialFile, suffix: String, bytes: Int, validator: Validator?
  ) throws -> String {
    let name = "\(file.place).\(suffix)"
    let path = folder.file(name)
    let before = journal[file.position]?.file
    var status = stat()
    let exists = lstat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw OutputError(folderAt: name) }
    if exists, before != name, !replaces {
      throw OutputError(
        "a file “\(name)” exists that no batch has downloaded", .otherwise("move it away"),
        .replace("replace it"), isFatal: false)
    }
    // Recorded first: a recorded name without a file is found missing, but a file without a record would be in the way.
    // And a file that is replaced is removed before, so that no record describes another file's bytes.
    if before == name { unlink(path) }
    let record = DownloadRecord(
      position: file.position, url: file.identity, file: name, isWhole: true, bytes: bytes,
      validator: validator)
    try journal.add(record, isKept: true)
    try folder.makeFolder(for: name)
    try partial.commit(as: path)
    if let before, before != name { unlink(folder.file(before)) }
    // A batch asks no more about a file that is whole.
    journal.forget(file.position)
    return name
  }
}

/// A folder's record of one file of the batches that were downloaded into it.
struct DownloadRecord: JournalRecord, Equatable {
  /// In the list, from 1.
  let position: Int
  /// See `DownloadFile.identity`.
  let url: String
  /// The name of the file at this position: of this one if it is whole, else of one from an earlier list.
  var file: String?
  var isWhole = false
  /// The size of the whole file; nil while it is unknown.
  var bytes: Int?
  /// Without one, what was begun cannot be resumed.
  var validator: Validator?

  var key: Int { position }
  var name: String? { file }

  func write(to line: inout JSONLine) {
    line.add("bytes", bytes)
    line.add("file", file)
    line.add("isWhole", isWhole)
    line.add("position", position)
    line.add("url", url)
    line.add("validator", validator?.rawValue)
  }
}
