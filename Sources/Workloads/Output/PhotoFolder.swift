import Base
import Foundation
import Imaging

/// The decision about a photo whose file may already exist.
enum FileDecision {
  case make
  /// Keep the file, which is up to date and becomes the photo's image.
  case keep
  case refuse(OutputError)
}

/// The place of a photo's file in a folder, before the file's extension is known.
struct FilePlace: Sendable {
  /// The position in the list, counted from 1.
  let position: Int
  /// The path in the folder, without the extension.
  let path: String
  let url: String
}

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
  func decide(_ photo: Photo) -> FileDecision {
    if plan.force { return .make }
    return plan.keeps ? decideOriginal(photo) : decidePicture(photo)
  }

  private func decideOriginal(_ photo: Photo) -> FileDecision {
    let place = photo.place
    if isNumbered, let record = journal?[key(place)], record.file != nil, record.address != address(place.url)
    {
      return .refuse(OutputError(otherListIn: output, at: place.position))
    }
    guard let record = record(of: place), record.isWhole, let name = record.file, isIntact(name, record)
    else { return .make }
    photo.fileName = name
    return plan.refresh ? check(photo, record) : keep(photo)
  }

  private func decidePicture(_ photo: Photo) -> FileDecision {
    var facts = stat()
    let (name, path) = (photo.fileName, output.file(photo.fileName))
    guard stat(path, &facts) == 0 else { return .make }
    if facts.st_mode & S_IFMT == S_IFDIR { return .refuse(OutputError(folderAt: name)) }
    func replace(_ replaced: Photo.Replaced) -> FileDecision {
      photo.replaces = replaced
      return .make
    }
    if facts.st_size == 0 { return replace(.empty) }
    guard let record = journal?[stableHash(name)], record.source != 0, isIntact(name, record)
    else {
      return .refuse(
        OutputError(unknown: name, "no run has written it, or it was changed since", damage: journal?.damage))
    }
    if record.source != source(photo.url) {
      if record.address == address(photo.url) { return replace(.otherSettings) }
      return plan.part.isNamedByPosition
        ? .refuse(OutputError(otherListIn: output, at: photo.number + 1)) : replace(.otherURL)
    }
    if let now = Validator(localFile: photo.url) {
      if record.validator != now { return replace(.olderOriginal) }
    } else if plan.refresh {
      return check(photo, record)
    }
    return keep(photo)
  }

  private func keep(_ photo: Photo) -> FileDecision {
    photo.image = .filtered(path: output.file(photo.fileName))
    photo.isUnchanged = true
    photo.machine.handle(.found)
    return .keep
  }

  /// Has the original downloaded if it has changed.
  private func check(_ photo: Photo, _ record: FileRecord) -> FileDecision {
    (photo.earlier, photo.replaces) = (record.validator, .olderOriginal)
    return .make
  }

  /// Returns the record of a complete original. Earlier versions recorded all files by their positions.
  private func record(of place: FilePlace) -> FileRecord? {
    let types = isNumbered ? [] : ImageType.allCases
    let names = types.map { stableHash("\(place.path).\($0.fileExtension)") }
    return (names + [UInt64(place.position)]).lazy.compactMap { [journal] in journal?[$0] }.first {
      $0.address == address(place.url) && $0.source == 0
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
  private func key(_ place: FilePlace) -> UInt64 {
    isNumbered ? UInt64(place.position) : FileRecord.partKey(place.path)
  }

  /// Returns a hash of a URL, without the address of the program's own server.
  private func address(_ url: String) -> UInt64 {
    guard let server = plan.ownServer, url.hasPrefix(server + "/") else { return stableHash(url) }
    return stableHash(String(url.dropFirst(server.count)))
  }

  private func source(_ url: String) -> UInt64 { stableHash("\(url)\n\(fingerprint)") }

  // MARK: Partial originals

  /// Returns the partial original that an earlier run left behind, or nil if it can't be resumed.
  func resumption(_ place: FilePlace) -> Resumption? {
    guard !plan.force, let record = journal?[key(place)], record.address == address(place.url),
      let validator = record.validator, validator.isStrong, let size = size(partial(place)), size > 0,
      record.bytes.map({ size <= $0 }) ?? true
    else { return nil }
    return Resumption(offset: size, validator: validator, total: record.bytes)
  }

  /// Returns the path that an original has while it is incomplete.
  func partial(_ place: FilePlace) -> String {
    output.file(isNumbered ? ".Image \(place.position).partial" : ".\(stableHash(place.path)).partial")
  }

  /// Creates the partial file, discarding an earlier one.
  ///
  /// - Parameter isWhole: Whether the whole original is about to be written. Such a file is recorded only when it
  ///   gets its name, unless an earlier record has to be replaced. If the process is killed before that,
  ///   another run finds no record and doesn't resume the part.
  func begin(
    _ place: FilePlace, validator: Validator?, total: Int?, isWhole: Bool = false
  ) throws -> PartialFile {
    // The file is emptied before the journal has the new record, so that a validator is never combined with
    // bytes from another file.
    let partial = try PartialFile(as: self.partial(place))
    let before = journal?[key(place)]
    if isWhole, before == nil { return partial }
    let record = FileRecord(
      position: isNumbered ? place.position : nil, isWhole: false,
      file: isNumbered ? before?.file : place.path, address: address(place.url), bytes: total,
      validator: validator)
    try journal?.add(record, isKept: true)
    return partial
  }

  /// Opens an existing partial file to append to it.
  func resume(_ place: FilePlace) throws -> PartialFile { try PartialFile(continuing: partial(place)) }

  /// Removes the partial file.
  func discard(_ place: FilePlace) { unlink(partial(place)) }

  /// Whether this run or an earlier one has recorded a partial file.
  func hasPart(_ place: FilePlace) -> Bool { journal?[key(place)]?.isWhole == false }

  // MARK: Complete files

  /// Moves a complete original to its final name, such as `Image 7.png` or `7f/Image 7.png`.
  ///
  /// - Throws: `OutputError`, including when something else has that name.
  func commit(
    _ partial: PartialFile, at place: FilePlace, suffix: String, bytes: Int, validator: Validator?
  ) throws -> String {
    let name = "\(place.path).\(suffix)"
    let path = output.file(name)
    let known = isNumbered ? journal?[key(place)] : journal?[stableHash(name)] ?? record(of: place)
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
      position: isNumbered ? place.position : nil, file: name, address: address(place.url), bytes: bytes,
      checksum: partial.checksum, validator: validator)
    try journal?.add(record, isKept: true)
    try output.makeFolder(for: name)
    try partial.commit(as: path)
    if let before, before != name { unlink(output.file(before)) }
    // A run no longer needs the record of a complete file.
    journal?.forget(key(place))
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
