import Base
import Foundation
import Imaging

/// The folder that a batch is downloaded into. It contains complete files under their names, hidden partial
/// files, and the journal of both. Only one batch at a time can use a folder.
///
/// All members can be used from any thread.
final class DownloadFolder: Sendable {
  private let folder: OutputFolder
  private let replaces: Bool
  /// The records of earlier batches, and of the files that this batch has begun, by position.
  private let journal: Journal<DownloadRecord>
  private let lock: FolderLock?

  /// - Parameters:
  ///   - lock: The lock on the folder, released by `close()`, or nil if the folder is only read.
  ///   - replaces: Whether to download every file again and replace existing ones.
  /// - Throws: `OutputError`.
  init(_ folder: OutputFolder, lock: FolderLock?, replaces: Bool) throws {
    (self.folder, self.lock, self.replaces) = (folder, lock, replaces)
    do {
      journal = try Journal(folder.file(FolderLock.journal), isShared: false, isDry: folder.isDry) {
        lock?.sign($0)
      }
    } catch {
      lock?.close()
      throw error
    }
  }

  /// Releases the folder. No other method may be called afterwards.
  func close() {
    journal.close()
    folder.removeIfUnused(journal: FolderLock.journal)
    lock?.close()
  }

  // MARK: Existing files

  /// A complete file in the folder.
  struct Whole {
    let name: String
    /// The file's validator, or nil if the server sent none.
    let validator: Validator?
  }

  func whole(_ file: DownloadFile) -> Whole? {
    guard !replaces, let record = record(of: file), record.isWhole, let name = record.file else { return nil }
    return size(folder.file(name)) == record.bytes ? Whole(name: name, validator: record.validator) : nil
  }

  /// Checks that an earlier batch hasn't put a file from another list in this file's place.
  ///
  /// - Throws: `OutputError`.
  func check(_ file: DownloadFile) throws {
    guard !replaces, let record = journal[file.position], record.file != nil, record.url != file.identity
    else { return }
    throw OutputError(
      "“\(folder.path)” has the images of another list: number \(file.position) came from another URL",
      .place("choose another folder"), .replace("replace them"), isFatal: true)
  }

  /// Returns the partial file that an earlier batch left behind, or nil if it can't be resumed.
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

  /// Returns the path that a file has while it is incomplete.
  func partial(_ file: DownloadFile) -> String { folder.file(".Image \(file.position).partial") }

  /// Creates the partial file, discarding an earlier one.
  ///
  /// - Parameter isWhole: Whether the whole file is about to be written. Such a file is recorded only when it
  ///   gets its name, unless an earlier record has to be replaced. If the process is killed before that,
  ///   another batch finds no record and doesn't resume the part.
  func begin(
    _ file: DownloadFile, validator: Validator?, total: Int?, isWhole: Bool = false
  ) throws -> PartialFile {
    // The file is emptied before the journal has the new record, so that a validator is never combined with
    // bytes from another file.
    let partial = try PartialFile(as: self.partial(file))
    let before = journal[file.position]
    if isWhole, before == nil { return partial }
    let record = DownloadRecord(
      position: file.position, url: file.identity, file: before?.file, bytes: total, validator: validator)
    try journal.add(record, isKept: true)
    return partial
  }

  /// Opens an existing partial file to append to it.
  func resume(_ file: DownloadFile) throws -> PartialFile { try PartialFile(continuing: partial(file)) }

  func discard(_ file: DownloadFile) { unlink(partial(file)) }

  // MARK: Whole files

  /// Moves a complete file to its final name, such as `Image 7.png` or `7f/Image 7.png`.
  ///
  /// - Throws: `OutputError`, including when something else has that name.
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
      throw OutputError(unknown: name, "no batch has downloaded it", damage: journal.damage)
    }
    // The record is written first, because a name without a file is simply treated as missing, but a file
    // without a record would block its name. A file to be replaced is removed even before that, so that no
    // record describes the bytes of another file.
    if before == name { unlink(path) }
    let record = DownloadRecord(
      position: file.position, url: file.identity, file: name, isWhole: true, bytes: bytes,
      validator: validator)
    try journal.add(record, isKept: true)
    try folder.makeFolder(for: name)
    try partial.commit(as: path)
    if let before, before != name { unlink(folder.file(before)) }
    // A batch no longer needs the record of a complete file.
    journal.forget(file.position)
    return name
  }
}

/// The record of one file, stored in the folder's journal.
struct DownloadRecord: JournalRecord, Equatable {
  /// The position in the list, counted from 1.
  let position: Int
  /// See `DownloadFile.identity`.
  let url: String
  /// The name of the file at this position. If the download isn't complete, this is the name of an earlier
  /// list's file.
  var file: String?
  var isWhole = false
  /// The size of the complete file, or nil if it isn't known.
  var bytes: Int?
  /// The validator of the file. Without one, a partial file can't be resumed.
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
