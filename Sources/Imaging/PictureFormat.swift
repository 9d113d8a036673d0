/// What a picture is written as.
public enum PictureFormat: Sendable, Equatable, Codable {
  case png(Compression)
  /// See `encodeJPEG` for what its quality means.
  case jpeg(quality: Int)

  /// The extension of a file's name, without the dot.
  public var fileExtension: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    }
  }
}

/// Writes a picture piece by piece.
///
/// - Parameters:
///   - askForHelp: as with `encodePNG`.
///   - sink: takes the file's next bytes, on the caller's thread: a PNG's a strip at a time, a JPEG's at
///     its end. What it throws ends the writing, and is thrown on.
/// - Throws: `ImagingError`, where the format has no room for the picture: a JPEG has 65,500 pixels each way at most.
public func encode(
  _ picture: Picture, as format: PictureFormat, askForHelp: HelpWanted = { _ in 0 },
  to sink: (UnsafeRawBufferPointer) throws -> Void
) throws {
  switch format {
  case .png(let compression):
    try encodePNG(picture, settings: PNGSettings(compression), askForHelp: askForHelp, to: sink)
  case .jpeg(let quality): try encodeJPEG(picture, quality: quality, to: sink)
  }
}

/// Collects in memory what an encoder writes piece by piece.
func wholeFile(
  _ type: ImageType, _ encode: (_ sink: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
) throws(ImagingError) -> [UInt8] {
  var file: [UInt8] = []
  do {
    try encode { file.append(contentsOf: $0) }
  } catch let error as ImagingError {
    throw error
  } catch {
    throw .notEncoded(type, reason: "\(error)")
  }
  return file
}
