import Engine
import Foundation
import Imaging

/// The poster's file, which is always a whole picture: a JPEG if its name says so, else a PNG.
public struct OutputFile: Sendable {
  public let path: String
  private let folder: OutputFolder
  private let name: String
  private let isJPEG: Bool

  /// Makes its folder if there is none.
  /// - Throws: `OutputError`, if it cannot be written.
  public init(_ path: String) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    name = url.lastPathComponent
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if path.hasSuffix("/") || exists && isFolder.boolValue {
      throw OutputError("“\(path)” is a folder", .place("name a file in it"), isFatal: true)
    }
    switch url.pathExtension.lowercased() {
    case "png": isJPEG = false
    case "jpg", "jpeg": isJPEG = true
    default:
      throw OutputError(
        "“\(path)” does not end in .png or .jpg", .place("name a PNG or JPEG file"), isFatal: true)
    }
    folder = try OutputFolder(url.deletingLastPathComponent().path)
  }

  /// Replaces the file when the new one is whole, unless the job was cancelled meanwhile.
  /// - Throws: `OutputError`, or `CancellationError`.
  func write(_ picture: Picture, compression: Compression, _ running: any Running) throws {
    let file = try folder.begin(name)
    try encode(picture, as: isJPEG ? .jpeg(quality: 92) : .png(compression)) { bytes in
      try running.checkCancellation()
      try file.write(bytes)
    }
    try running.checkCancellation()
    try file.commit(as: path)
  }
}
