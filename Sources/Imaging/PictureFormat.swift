/// A file format for writing pictures.
public enum PictureFormat: Sendable, Equatable, Codable {
  case png(Compression)
  /// A JPEG with a quality of 1 to 100, explained at `encodeJPEG`.
  case jpeg(quality: Int = defaultQuality)

  public static let defaultQuality = 85

  public var type: ImageType {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    }
  }

  /// The file name extension, without the dot.
  public var fileExtension: String { type.fileExtension }
}

/// Writes a picture piece by piece.
///
/// - Parameters:
///   - askForHelp: see `encodePNG`.
///   - sink: receives the file on the caller's thread: PNGs strip by strip, JPEGs once they are complete. An error
///     stops the encoder and is rethrown.
/// - Throws: `ImagingError` if the picture is too large for the format (a JPEG side has at most 65,500 pixels).
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

/// Collects the output of an encoder in memory.
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
