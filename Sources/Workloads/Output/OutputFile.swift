import Base
import Engine
import Foundation
import Imaging

/// The poster's output file, which is always a complete picture. The extension of its name determines the
/// format. Where no plain file is written, the default is PNG.
public struct OutputFile: Sendable {
  private let place: OutputPlace
  /// The plain file to replace, or nil if the place isn't one.
  private let target: (folder: OutputFolder, name: String)?
  private let format: PictureFormat.Kind

  /// The quality of JPEGs. At 90 and above, colours keep their full resolution.
  private static let quality = 92

  /// Returns the format of a file with this name, or nil if pictures can't be written in that format.
  public static func format(of path: String) -> PictureFormat.Kind? {
    PictureFormat.Kind(fileExtension: URL(fileURLWithPath: path).pathExtension)
  }

  /// Creates the file's folder if necessary.
  ///
  /// - Throws: `OutputError` if the file can't be written.
  public init(_ path: String) throws {
    place = OutputPlace(path, for: "the poster")
    guard case .file(let target) = place.kind else {
      (self.target, format) = (nil, Self.format(of: path) ?? .png)
      try place.check()
      return
    }
    if path.hasSuffix("/") || FileKind(at: path) == .folder {
      throw OutputError("“\(path)” is a folder", [.place: "name a file in it"], isFatal: true)
    }
    guard let format = Self.format(of: path) else {
      let types = PictureFormat.Kind.allCases.map(\.type)
      let endings = types.map { ".\($0.fileExtension)" }.joined(separator: " or ")
      throw OutputError(
        "“\(path)” does not end in \(endings)",
        [.place: "name a \(types.map(\.description).joined(separator: " or ")) file"], isFatal: true)
    }
    self.format = format
    let url = URL(fileURLWithPath: target)
    self.target = (try OutputFolder(url.deletingLastPathComponent().path), url.lastPathComponent)
    try place.check()
  }

  /// Whether a picture replaces the one before, rather than following it as in a pipe.
  var isReplaced: Bool { target != nil }

  /// Replaces the file once the new one is complete, unless the job is cancelled first.
  ///
  /// - Throws: `OutputError` or `CancellationError`.
  func write(_ picture: Picture, compression: Compression, _ running: any Running) throws {
    let format = PictureFormat(format, compression: compression, quality: Self.quality)
    let file = try target.map { try PartialFile(for: $0.name, in: $0.folder) }
    var whole = Data()
    try encode(picture, as: format) { bytes in
      try running.checkCancellation()
      if let file { try file.write(bytes) } else { whole.append(contentsOf: bytes) }
    }
    try running.checkCancellation()
    if let file, let target {
      try file.commit(as: target.folder.file(target.name))
    } else {
      try place.write(whole)
    }
  }
}
