/// Why bytes could not become a picture, or a picture bytes.
public enum ImagingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is nothing to decode.
  case empty
  /// No image type begins like this; `looksLike` names what it is instead, when that shows.
  case notAnImage(looksLike: String)
  /// An image of a type that is known, but not decoded here.
  case unsupported(ImageType)
  /// More pixels than allowed. Nothing has been allocated for them.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// Wider than allowed. Nothing has been allocated for it.
  case tooWide(width: Int, limit: Int)
  /// A file that is broken or cut short, in its codec's own words.
  case damaged(ImageType, reason: String)
  /// The pixels would not fit into memory.
  case outOfMemory(width: Int, height: Int)
  /// The codec would not write the picture, in its own words.
  case notEncoded(ImageType, reason: String)

  public var description: String {
    switch self {
    case .empty:
      "the file is empty"
    case .notAnImage(let looksLike):
      "not an image: it looks like \(looksLike)"
    case .unsupported(let type):
      "\(type) images are not supported; PNG and JPEG are"
    case .tooManyPixels(let width, let height, let limit):
      "\(width) by \(height) pixels are more than the limit of \(limit)"
    case .tooWide(let width, let limit):
      "a width of \(width) pixels is more than the limit of \(limit)"
    case .damaged(let type, let reason):
      "damaged \(type): \(reason)"
    case .outOfMemory(let width, let height):
      "no memory for \(width) by \(height) pixels"
    case .notEncoded(let type, let reason):
      "could not write a \(type): \(reason)"
    }
  }
}
