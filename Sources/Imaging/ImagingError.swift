/// An error while decoding or encoding a picture.
public enum ImagingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file is empty.
  case empty
  /// The file matches no image type. `looksLike` describes its actual content, if that can be recognised.
  case notAnImage(looksLike: String)
  /// The image type is recognised but not supported.
  case unsupported(ImageType)
  /// The width or height is zero or negative.
  case noPixels(width: Int, height: Int)
  /// The picture has more pixels than allowed. No memory has been allocated for it.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The picture is wider than allowed. No memory has been allocated for it.
  case tooWide(width: Int, limit: Int)
  /// The file is damaged or truncated. The reason is the codec's message.
  case damaged(ImageType, reason: String)
  /// There isn't enough memory for the pixels.
  case outOfMemory(width: Int, height: Int)
  /// The caller no longer wants the result.
  case cancelled
  /// The codec refused to write the picture. The reason is the codec's message.
  case notEncoded(ImageType, reason: String)

  public var description: String {
    switch self {
    case .empty:
      "the file is empty"
    case .notAnImage(let looksLike):
      "not an image, but \(looksLike)"
    case .unsupported(let type):
      "\(type) images are not supported; PNG and JPEG are"
    case .noPixels(let width, let height):
      "\(width) × \(height) is not a valid picture size"
    case .tooManyPixels(let width, let height, let limit):
      "\(width) × \(height) exceeds the limit of \(Self.pixels(limit))"
    case .tooWide(let width, let limit):
      "the width of \(width) pixels exceeds the limit of \(limit)"
    case .damaged(let type, let reason):
      "damaged \(type): \(reason)"
    case .outOfMemory(let width, let height):
      "not enough memory for \(width) × \(height) pixels"
    case .cancelled:
      "cancelled"
    case .notEncoded(let type, let reason):
      "could not write a \(type): \(reason)"
    }
  }

  /// Returns a pixel count in megapixels if that is exact (“100 MP”). Otherwise, returns it in pixels.
  private static func pixels(_ count: Int) -> String {
    count > 0 && count.isMultiple(of: 1_000_000) ? "\(count / 1_000_000) MP" : "\(count) pixels"
  }
}
