/// What a run does about a photo whose file may exist already.
enum FileDecision {
  case make
  /// The file is up to date, and the photo's image from now on.
  case keep
  /// Another run is making the file.
  case leave
  case refuse(OutputError)
}

extension PhotoJournal {
  /// Claims the file of a photo, and compares it with the journal. The claim stays if the photo is to be made.
  /// - Parameters:
  ///   - folder: the folder of the file.
  ///   - refresh: whether a file is made again if its original has changed on the server.
  func decide(_ photo: Photo, in folder: OutputFolder, refresh: Bool = false) -> FileDecision {
    // Claimed before it is looked for, so that it is not made again when another process has just finished it.
    guard claim(photo.fileName) else {
      photo.state = .filtered
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
      photo.state = .filtered
      return .keep
    case .foreign:
      release(photo.fileName)
      return .refuse(
        OutputError(
          "a file “\(photo.fileName)” exists that no run has written, or that was changed since",
          .otherwise("move it away"), .replace("replace it"), isFatal: false))
    case .folder:
      release(photo.fileName)
      return .refuse(OutputError(folderAt: photo.fileName))
    }
  }
}
