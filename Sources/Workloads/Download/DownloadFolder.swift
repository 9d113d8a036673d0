import Base
import Foundation
import Imaging

/// The folder that a batch is downloaded into. It contains complete files under their names, hidden partial
/// files, and the journal of both.
///
/// All members can be used from any thread.
final class DownloadFolder: Sendable {
  private let folder: OutputFolder
  private let replaces: Bool
  /// The records of earlier batches, and of the files that this batch has begun.
  let journal: Journal

  /// - Parameter replaces: Whether to download every file again and replace existing ones.
  init(_ folder: OutputFolder, _ journal: Journal, replaces: Bool) {
    (self.folder, self.journal, self.replaces) = (folder, journal, replaces)
  }

  // MARK: Existing files

  /// A complete file in the folder.
  struct Whole {
    let name: String
    /// The file's validator, or nil if the server sent none.
    let validator: Validator?
  }

  func whole(_ file: DownloadFile) -> Whole? {
    guard !replaces, let record = record(of: file), record.isWhole, let name = record.file else {
      return nil
    }
    return size(folder.file(name)) == record.bytes ? Whole(name: name, validator: record.validator) : nil
  }

  /// Checks that an earlier batch hasn't put a file from another list in this file's place.
  ///
  /// - Throws: `OutputError`.
  func check(_ file: DownloadFile) throws {
    guard !replaces, file.isNumbered, let record = journal[file.key], record.file != nil,
      record.address != file.address
    else { return }
    throw OutputError(otherListIn: folder, at: file.position)
  }

  /// Returns the partial file that an earlier batch left behind, or nil if it can't be resumed.
  func resumption(_ file: DownloadFile) -> Resumption? {
    guard !replaces, let record = journal[file.key], record.address == file.address,
      let validator = record.validator, validator.isStrong, let size = size(partial(file)), size > 0,
      record.bytes.map({ size <= $0 }) ?? true
    else { return nil }
    return Resumption(offset: size, validator: validator, total: record.bytes)
  }

  /// Returns the record of the complete file. Earlier versions recorded all files by their positions.
  private func record(of file: DownloadFile) -> FileRecord? {
    let types = file.isNumbered ? [] : ImageType.allCases
    let names = types.map { stableHash("\(file.place).\($0.fileExtension)") }
    return (names + [UInt64(file.position)]).lazy.compactMap { [journal] in journal[$0] }.first {
      $0.address == file.address && $0.source == 0
    }
  }

  private func size(_ path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  // MARK: Partial files

  /// Returns the path that a file has while it is incomplete.
  func partial(_ file: DownloadFile) -> String {
    folder.file(file.isNumbered ? ".Image \(file.position).partial" : ".\(stableHash(file.place)).partial")
  }

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
    let before = journal[file.key]
    if isWhole, before == nil { return partial }
    let record = FileRecord(
      position: file.recorded, isWhole: false, file: file.isNumbered ? before?.file : file.place,
      address: file.address, bytes: total, validator: validator)
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
    let known = file.isNumbered ? journal[file.key] : journal[stableHash(name)] ?? record(of: file)
    let before = known?.source == 0 ? known?.file : nil
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
    let record = FileRecord(
      position: file.recorded, file: name, address: file.address, bytes: bytes, validator: validator)
    try journal.add(record, isKept: true)
    try folder.makeFolder(for: name)
    try partial.commit(as: path)
    if let before, before != name { unlink(folder.file(before)) }
    // A batch no longer needs the record of a complete file.
    journal.forget(file.key)
    return name
  }
}
