/// A file format for writing pictures.
public enum PictureFormat: Sendable, Equatable {
  case png(Compression)
  /// A JPEG with a quality from 1 to 100; see `encodeJPEG`.
  case jpeg(quality: Int = defaultQuality)

  public static let defaultQuality = 85

  /// Creates a format with the settings that apply to it. The others are ignored.
  public init(_ kind: Kind, compression: Compression = .default, quality: Int = defaultQuality) {
    switch kind {
    case .png: self = .png(compression)
    case .jpeg: self = .jpeg(quality: quality)
    }
  }

  public var kind: Kind {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    }
  }

  /// The file name extension, without the dot.
  public var fileExtension: String { kind.type.fileExtension }
  public var mediaType: String { kind.type.mediaType ?? "application/octet-stream" }

  /// A setting that only some formats have.
  public enum Setting: Sendable {
    case compression, quality
    /// 16 bits per channel.
    case depth16
  }

  /// A format without its settings.
  public enum Kind: String, CaseIterable, Sendable {
    case png, jpeg

    public var type: ImageType {
      switch self {
      case .png: .png
      case .jpeg: .jpeg
      }
    }

    public var settings: Set<Setting> {
      switch self {
      case .png: [.compression, .depth16]
      case .jpeg: [.quality]
      }
    }

    /// Creates the format that a file name extension (without the dot) stands for. Uppercase is allowed.
    public init?(fileExtension: String) {
      let name = fileExtension.lowercased()
      guard let kind = Self.allCases.first(where: { [$0.type.fileExtension, $0.rawValue].contains(name) })
      else { return nil }
      self = kind
    }
  }
}

/// Writes a picture piece by piece.
///
/// - Parameter sink: Receives the file on the caller's thread: PNGs strip by strip, JPEGs once they are complete. An
///   error stops the encoder and is rethrown.
/// - Throws: `ImagingError` if the picture is too large for the format (a side of a JPEG has at most 65,500 pixels),
///   and any error from `sink`.
public func encode(
  _ picture: Picture, as format: PictureFormat,
  to sink: (UnsafeRawBufferPointer) throws -> Void
) throws {
  switch format {
  case .png(let compression):
    try encodePNG(picture, settings: PNGSettings(compression), to: sink)
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
