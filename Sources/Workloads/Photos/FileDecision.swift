/// The decision about a photo whose file may already exist.
enum FileDecision {
  case make
  /// Keep the file, which is up to date and becomes the photo's image.
  case keep
  /// Leave the photo to another run, which is making it now.
  case leave
  case refuse(OutputError)
}

extension PhotoJournal {
  /// Claims a photo's file and compares it with the journal. The claim is kept only if the photo has to be
  /// made.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - refresh: Whether to regenerate a file whose original has changed on the server.
  func decide(_ photo: Photo, in folder: OutputFolder, refresh: Bool = false) -> FileDecision {
    // Claim the photo before looking for its file. Otherwise, if another process finished it in between, the
    // photo would be made twice.
    guard claim(photo.fileName) else {
      photo.machine.handle(.found)
      return .leave
    }
    switch find(photo.fileName, url: photo.url) {
    case .nothing: return .make
    case .same(let validator) where refresh:
      photo.earlier = validator
      photo.replaces = .olderOriginal
      return .make
    case .outdated(let replaced):
      photo.replaces = replaced
      return .make
    case .same, .upToDate:
      release(photo.fileName)
      photo.image = .filtered(path: folder.file(photo.fileName))
      photo.machine.handle(.found)
      return .keep
    case .foreign:
      release(photo.fileName)
      return .refuse(
        OutputError(
          unknown: photo.fileName, "no run has written it, or it was changed since", damage: damage))
    case .folder:
      release(photo.fileName)
      return .refuse(OutputError(folderAt: photo.fileName))
    }
  }
}
