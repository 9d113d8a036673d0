/// What a file's header says, without decoding any pixel.
public struct ImageInfo: Sendable, Equatable {
  public let type: ImageType
  /// In pixels, as shown: after the EXIF orientation.
  public let width: Int
  public let height: Int

  /// Reads the header of a PNG or JPEG: up to its first pixels, so that much of the file must be there.
  public init(of bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    let size: (width: Int, height: Int, orientation: Orientation)
    type = try ImageType(of: bytes)
    switch type {
    case .png: size = try sizeOfPNG(bytes)
    case .jpeg: size = try sizeOfJPEG(bytes)
    default: throw .unsupported(type)
    }
    width = size.orientation.swapsSides ? size.height : size.width
    height = size.orientation.swapsSides ? size.width : size.height
  }

  /// Reads the header of a PNG or JPEG that is in an array.
  public init(of bytes: [UInt8]) throws(ImagingError) {
    self = try bytes.lend { (bytes) throws(ImagingError) in try ImageInfo(of: bytes) }
  }
}
