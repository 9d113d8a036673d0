/// Why bytes could not become a picture, or a picture bytes.
public enum ImagingError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// There is nothing to decode.
  case empty
  /// No image type begins like this; `looksLike` names what it is instead, when that shows.
  case notAnImage(looksLike: String)
  /// An image of a type that is known, but not decoded here.
  case unsupported(ImageType)
  /// A size without any pixels.
  case noPixels(width: Int, height: Int)
  /// More pixels than allowed. Nothing has been allocated for them.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// Wider than allowed. Nothing has been allocated for it.
  case tooWide(width: Int, limit: Int)
  /// A file that is broken or cut short, in its codec's own words.
  case damaged(ImageType, reason: String)
  /// The pixels would not fit into memory.
  case outOfMemory(width: Int, height: Int)
  /// The caller no longer wanted the result.
  case cancelled
  /// The codec would not write the picture, in its own words.
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
      "\(width) × \(height) is no size of a picture"
    case .tooManyPixels(let width, let height, let limit):
      "\(width) × \(height) is more than \(Self.pixels(limit))"
    case .tooWide(let width, let limit):
      "\(width) pixels wide is more than \(limit)"
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

  /// As cameras are described: “100 MP”, where that is exact.
  private static func pixels(_ count: Int) -> String {
    count > 0 && count.isMultiple(of: 1_000_000) ? "\(count / 1_000_000) MP" : "\(count) pixels"
  }
}
