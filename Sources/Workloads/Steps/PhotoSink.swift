import Base
import Engine
import Foundation
import Imaging

/// Where the filtered photos of a workload go: the last step of each.
protocol PhotoSink: Sendable {
  var format: PictureFormat { get }

  /// Called on the thread of the photo's job.
  /// - Parameters:
  ///   - validator: of its original.
  ///   - fill: makes the picture's file, and is given a function that takes its next bytes.
  /// - Throws: what `fill` throws; `OutputError`; `CancellationError`, when the photo is not wanted any more.
  func put(
    _ photo: Photo, _ validator: Validator?, _ running: any Running,
    fill: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FilteredPhoto
}

/// Picture files in a folder, and in folders of it where the photo's file name has a slash.
final class FolderSink: PhotoSink {
  private let folder: OutputFolder
  let format: PictureFormat
  private let journal: PhotoJournal?
  /// By their names. Cached, as opening a folder removes its partial files.
  private let subfolders = Locked<[String: OutputFolder]>([:])

  /// - Parameter journal: of the folder, where photos are known again.
  init(_ folder: OutputFolder, format: PictureFormat, journal: PhotoJournal? = nil) {
    self.folder = folder
    self.journal = journal
    self.format = format
  }

  func put(
    _ photo: Photo, _ validator: Validator?, _ running: any Running,
    fill: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FilteredPhoto {
    func isWanted() -> Bool { !running.isCancelled }
    let (folder, name) = try place(of: photo.fileName)
    var written = 0
    func note() throws {
      try journal?.note(photo.fileName, url: photo.url, bytes: written, validator: validator)
    }
    try folder.write(name, isWanted: isWanted, whenWhole: note) { append in
      try fill { bytes in
        if !isWanted() { throw CancellationError() }
        try append(bytes)
        written += bytes.count
      }
    }
    return .file(folder.file(name))
  }

  private func place(of fileName: String) throws -> (OutputFolder, name: String) {
    guard let slash = fileName.lastIndex(of: "/") else { return (folder, fileName) }
    try folder.makeFolder(for: fileName, isFatal: true)
    let subfolder = String(fileName[..<slash])
    // Opened under the lock, though it takes a while: opening it twice would remove what the first has half written.
    let opened = try subfolders.withLock { known in
      if let folder = known[subfolder] { return folder }
      let new = try OutputFolder(folder.file(subfolder))
      known[subfolder] = new
      return new
    }
    return (opened, String(fileName[fileName.index(after: slash)...]))
  }
}
