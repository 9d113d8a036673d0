import Base
import Foundation
import Imaging

/// The files of a run in its output folder: complete files under their names, hidden partial files, and the journal of
/// both. The journal distinguishes three kinds of files: those that would come out the same now, those that would come
/// out different, and files that no run has written.
///
/// All members can be used from any thread once the journal is open.
final class PhotoFolder: @unchecked Sendable {
  // Sendable: `journal` is set once, before the first photo's jobs.
  let output: OutputFolder
  let plan: RunPlan
  private let fingerprint: String
  /// The records of earlier runs and of this one, or nil if later runs don't need to find the files.
  var journal: Journal?

  init(_ output: OutputFolder, _ plan: RunPlan) {
    (self.output, self.plan, fingerprint) = (output, plan, plan.fingerprint)
  }

  // MARK: Existing files

  /// Compares a photo's file with the journal. Tells the photo if its file is up to date, or why it is replaced, unless
  /// its server finds that it needn't be.
  ///
  /// - Throws: `OutputError` if the file can't be written.
  func examine(_ photo: Photo) throws(OutputError) {
    if plan.force { return }
    if plan.keeps { try examineOriginal(photo) } else { try examinePicture(photo) }
  }

  private func examineOriginal(_ photo: Photo) throws(OutputError) {
    if isNumbered, let record = journal?[key(photo)], record.file != nil, record.address != address(photo.url)
    {
      throw OutputError(otherListIn: output, at: photo.position)
    }
    guard let record = record(of: photo), record.isWhole, let name = record.file, isIntact(name, record)
    else { return }
    photo.fileName = name
    accept(photo, record)
  }

  private func examinePicture(_ photo: Photo) throws(OutputError) {
    var facts = stat()
    let name = photo.fileName
    guard stat(output.file(name), &facts) == 0 else { return }
    if facts.st_mode & S_IFMT == S_IFDIR { throw OutputError(folderAt: name) }
    if facts.st_size == 0 {
      photo.replaces = .empty
      return
    }
    guard let record = journal?[stableHash(name)], record.source != 0, isIntact(name, record)
    else {
      throw OutputError(
        unknown: name, "no run has written it, or it was changed since", damage: journal?.damage)
    }
    if record.source != source(photo.url) {
      let isSameURL = record.address == address(photo.url)
      if !isSameURL, plan.part.isNamedByPosition {
        throw OutputError(otherListIn: output, at: photo.position)
      }
      photo.replaces = isSameURL ? .otherSettings : .otherURL
    } else {
      accept(photo, record)
    }
  }

  /// Keeps a file, unless its original has changed, or has to be downloaded again if the server says so.
  private func accept(_ photo: Photo, _ record: FileRecord) {
    let local = plan.keeps ? nil : Validator(localFile: photo.url)
    if let local, local != record.validator {
      photo.replaces = .olderOriginal
    } else if local == nil, plan.refresh {
      (photo.earlier, photo.replaces) = (record.validator, .olderOriginal)
    } else {
      photo.image = .filtered(path: output.file(photo.fileName))
      photo.isUnchanged = true
      photo.machine.handle(.found)
    }
  }

  /// Returns the record of a complete original. Earlier versions recorded all files by their positions.
  private func record(of photo: Photo) -> FileRecord? {
    let types = isNumbered ? [] : ImageType.allCases
    let names = types.map { stableHash("\(photo.path).\($0.fileExtension)") }
    return (names + [UInt64(photo.position)]).lazy.compactMap { [journal] in journal?[$0] }.first {
      $0.address == address(photo.url) && $0.source == 0
    }
  }

  /// Whether a file matches its record. The contents are read only if that is asked for, or if the journal isn't
  /// reliable.
  private func isIntact(_ name: String, _ record: FileRecord) -> Bool {
    let path = output.file(name)
    guard size(path) == record.bytes else { return false }
    guard plan.verifies || journal?.damage != nil, let checksum = record.checksum else { return true }
    return Workloads.checksum(ofFile: path) == checksum
  }

  private func size(_ path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  // MARK: Keys

  /// Whether the position in the list, rather than the list's name, determines the record of an original.
  private var isNumbered: Bool { plan.keeps && plan.part.isNamedByPosition }

  /// Returns the key of an incomplete original's record.
  private func key(_ photo: Photo) -> UInt64 {
    isNumbered ? UInt64(photo.position) : FileRecord.partKey(photo.path)
  }

  /// Returns a hash of a URL, without the address of the program's own server.
  private func address(_ url: String) -> UInt64 {
    guard let server = plan.ownServer, url.hasPrefix(server + "/") else { return stableHash(url) }
    return stableHash(String(url.dropFirst(server.count)))
  }

  private func source(_ url: String) -> UInt64 { stableHash("\(url)\n\(fingerprint)") }

  // MARK: Partial originals

  /// Returns the partial original that an earlier run left behind, or nil if it can't be resumed.
  func resumption(_ photo: Photo) -> Resumption? {
    guard !plan.force, let record = journal?[key(photo)], record.address == address(photo.url),
      let validator = record.validator, validator.isStrong, let size = size(partial(photo)), size > 0,
      record.bytes.map({ size <= $0 }) ?? true
    else { return nil }
    return Resumption(offset: size, validator: validator, total: record.bytes)
  }

  /// Returns the path that an original has while it is incomplete.
  func partial(_ photo: Photo) -> String {
    output.file(isNumbered ? ".Image \(photo.position).partial" : ".\(stableHash(photo.path)).partial")
  }

  /// Creates the partial file, discarding an earlier one.
  ///
  /// - Parameter isWhole: Whether the whole original is about to be written. Such a file is recorded only when it
  ///   gets its name, unless an earlier record has to be replaced. If the process is killed before that,
  ///   another run finds no record and doesn't resume the part.
  func begin(
    _ photo: Photo, validator: Validator?, total: Int?, isWhole: Bool = false
  ) throws -> PartialFile {
    // The file is emptied before the journal has the new record, so that a validator is never combined with
    // bytes from another file.
    let partial = try PartialFile(as: self.partial(photo))
    let before = journal?[key(photo)]
    if isWhole, before == nil { return partial }
    let record = FileRecord(
      position: isNumbered ? photo.position : nil, isWhole: false,
      file: isNumbered ? before?.file : photo.path, address: address(photo.url), bytes: total,
      validator: validator)
    try journal?.add(record, isKept: true)
    return partial
  }

  /// Opens an existing partial file to append to it.
  func resume(_ photo: Photo) throws -> PartialFile { try PartialFile(continuing: partial(photo)) }

  /// Removes the partial file.
  func discard(_ photo: Photo) { unlink(partial(photo)) }

  /// Whether this run or an earlier one has recorded a partial file.
  func hasPart(_ photo: Photo) -> Bool { journal?[key(photo)]?.isWhole == false }

  // MARK: Complete files

  /// Moves a complete original to its final name, such as `Image 7.png` or `7f/Image 7.png`.
  ///
  /// - Throws: `OutputError`, including when something else has that name.
  func commit(
    _ partial: PartialFile, of photo: Photo, suffix: String, bytes: Int, validator: Validator?
  ) throws -> String {
    let name = "\(photo.path).\(suffix)"
    let path = output.file(name)
    let known = isNumbered ? journal?[key(photo)] : journal?[stableHash(name)] ?? record(of: photo)
    let before = known.flatMap { $0.source == 0 && !$0.isNamelessPart ? $0.file : nil }
    var status = stat()
    let exists = lstat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw OutputError(folderAt: name) }
    if exists, before != name, !plan.force {
      throw OutputError(unknown: name, "no batch has downloaded it", damage: journal?.damage)
    }
    // The record is written first, because a name without a file is simply treated as missing, but a file
    // without a record would block its name. A file to be replaced is removed even before that, so that no
    // record describes the bytes of another file.
    if before == name { unlink(path) }
    let record = FileRecord(
      position: isNumbered ? photo.position : nil, file: name, address: address(photo.url), bytes: bytes,
      checksum: partial.checksum, validator: validator)
    try journal?.add(record, isKept: true)
    try output.makeFolder(for: name)
    try partial.commit(as: path)
    if let before, before != name { unlink(output.file(before)) }
    // A run no longer needs the record of a complete file.
    journal?.forget(key(photo))
    return name
  }

  /// Moves a complete picture to its final name.
  ///
  /// - Parameter validator: The validator of the original.
  /// - Throws: `OutputError`.
  func commit(_ picture: PartialFile, of photo: Photo, validator: Validator?) throws {
    let (name, path) = (photo.fileName, output.file(photo.fileName))
    if let journal {
      // The old file is removed first. Wherever the process ends, a record therefore never describes the wrong
      // bytes.
      unlink(path)
      let record = FileRecord(
        file: name, address: address(photo.url), source: source(photo.url), bytes: picture.size,
        checksum: picture.checksum, validator: validator)
      try journal.add(record, isKept: false)
    }
    try picture.commit(as: path)
  }
}
