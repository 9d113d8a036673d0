import Base
import Foundation

/// The decision about a photo whose file may already exist.
enum FileDecision {
  case make
  /// Keep the file, which is up to date and becomes the photo's image.
  case keep
  case refuse(OutputError)
}

/// The record of how each photo in an output folder was made, and from which original. It distinguishes three
/// kinds of files: photos that would come out the same now, photos that would come out different, and files
/// that no run has written.
///
/// All members can be used from any thread once the journal is open.
final class PhotoJournal: @unchecked Sendable {
  // Sendable: `journal` is set once, before the first photo's jobs.
  private let folder: OutputFolder
  private let fingerprint: String
  var journal: Journal?

  /// - Parameter fingerprint: A text that contains everything besides the original that affects the result.
  init(_ folder: OutputFolder, fingerprint: String) {
    self.folder = folder
    self.fingerprint = fingerprint
  }

  // MARK: Existing files

  /// Compares a photo's file with the journal.
  ///
  /// - Parameters:
  ///   - isNumbered: Whether the position in the list determines the file's name. A file from another URL then belongs
  ///     to another list.
  ///   - refresh: Whether to regenerate a file whose original has changed on the server.
  func decide(_ photo: Photo, isNumbered: Bool = false, refresh: Bool = false) -> FileDecision {
    var facts = stat()
    let (name, path) = (photo.fileName, folder.file(photo.fileName))
    guard stat(path, &facts) == 0 else { return .make }
    if facts.st_mode & S_IFMT == S_IFDIR { return .refuse(OutputError(folderAt: name)) }
    func replace(_ replaced: Photo.Replaced) -> FileDecision {
      photo.replaces = replaced
      return .make
    }
    if facts.st_size == 0 { return replace(.empty) }
    guard let record = journal?[stableHash(name)], record.source != 0, record.bytes == Int(facts.st_size)
    else {
      return .refuse(
        OutputError(unknown: name, "no run has written it, or it was changed since", damage: journal?.damage))
    }
    if record.source != source(photo.url) {
      if record.address == stableHash(photo.url) { return replace(.otherSettings) }
      return isNumbered
        ? .refuse(OutputError(otherListIn: folder, at: photo.number + 1)) : replace(.otherURL)
    }
    if let now = Validator(localFile: photo.url) {
      if record.validator != now { return replace(.olderOriginal) }
    } else if refresh {
      photo.earlier = record.validator
      return replace(.olderOriginal)
    }
    photo.image = .filtered(path: path)
    photo.machine.handle(.found)
    return .keep
  }

  /// Records a complete photo just before it gets its name.
  ///
  /// - Throws: `OutputError`.
  func note(_ name: String, url: String, bytes: Int, validator: Validator?) throws {
    // The old file is removed first. Wherever the process ends, a record therefore never describes the wrong
    // bytes.
    unlink(folder.file(name))
    let record = FileRecord(
      file: name, address: stableHash(url), source: source(url), bytes: bytes, validator: validator)
    try journal?.add(record, isKept: false)
  }

  private func source(_ url: String) -> UInt64 { stableHash("\(url)\n\(fingerprint)") }
}
