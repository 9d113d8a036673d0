/// What kind of image a file is, told by how it begins: names and content types lie.
public enum ImageType: String, Sendable, CaseIterable, CustomStringConvertible {
  case png, jpeg, gif, webp, bmp, tiff, heic, avif, jpegXL, jpeg2000, ico, psd, svg

  /// Whether `decode` can make a picture of it.
  public var isDecodable: Bool { self == .png || self == .jpeg }

  public var description: String {
    switch self {
    case .png, .jpeg, .gif, .bmp, .tiff, .heic, .avif, .ico, .psd, .svg: rawValue.uppercased()
    case .webp: "WebP"
    case .jpegXL: "JPEG XL"
    case .jpeg2000: "JPEG 2000"
    }
  }
}
