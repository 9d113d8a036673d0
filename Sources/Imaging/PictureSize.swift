/// Limits beyond which a picture is rejected. They are checked against the header, before pixels are allocated.
public struct DecodeLimits: Sendable, Equatable {
  /// The maximum number of pixels, which is width times height.
  public var maxPixels: Int
  /// The maximum width in pixels. A PNG decoder holds two rows of up to 16 bytes per pixel in addition to the picture.
  public var maxWidth: Int
  /// The maximum number of scans in a progressive JPEG. Each scan costs a pass over the whole picture. Real files have
  /// about ten.
  public var maxScans: Int

  public init(maxPixels: Int = 100_000_000, maxWidth: Int = 1_000_000, maxScans: Int = 100) {
    self.maxPixels = maxPixels
    self.maxWidth = maxWidth
    self.maxScans = maxScans
  }

  /// No limits, for pictures that the program creates itself.
  static let none = DecodeLimits(maxPixels: .max, maxWidth: .max, maxScans: .max)
}

/// The width and height of a picture in pixels, checked once when they enter the program.
///
/// Both are at least 1 and fit in 31 bits, and the byte count of all pixels fits in an `Int` in every format. Code that
/// has a size can therefore multiply without another check.
public struct PictureSize: Sendable, Equatable {
  public let width: Int
  public let height: Int

  /// The longest possible side. PNG has the same limit.
  private static let longest = Int(Int32.max)
  /// An upper bound for the bytes per pixel in pictures, canvases and rows being decoded.
  private static let mostBytesPerPixel = 32

  /// Checks a size that comes from a file or a user.
  ///
  /// - Throws: `ImagingError.noPixels`, `tooManyPixels` or `tooWide`.
  public init(width: Int, height: Int, limits: DecodeLimits) throws(ImagingError) {
    guard width > 0, height > 0 else { throw .noPixels(width: width, height: height) }
    let most = min(limits.maxPixels, Int.max / Self.mostBytesPerPixel)
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= most, height <= Self.longest else {
      throw .tooManyPixels(width: width, height: height, limit: most)
    }
    let widest = min(limits.maxWidth, Self.longest)
    guard width <= widest else { throw .tooWide(width: width, limit: widest) }
    self.init(width, height)
  }

  private init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  public var pixelCount: Int { width * height }
  func bytesPerRow(_ format: PixelFormat) -> Int { width * format.bytesPerPixel }
  func byteCount(_ format: PixelFormat) -> Int { pixelCount * format.bytesPerPixel }

  /// Returns a size with the given sides, each clamped to the range from 1 to the corresponding side of this size.
  public func shrunk(toWidth width: Int, height: Int) -> PictureSize {
    PictureSize(min(max(width, 1), self.width), min(max(height, 1), self.height))
  }

  /// Returns the number of groups of `count` by `count` pixels in each direction, counting incomplete groups at the
  /// edges.
  func reduced(by count: Int) -> PictureSize {
    PictureSize((width + count - 1) / count, (height + count - 1) / count)
  }

  /// The size with width and height swapped.
  var turned: PictureSize { PictureSize(height, width) }
}

/// A box that a picture is scaled down to fit into. The aspect ratio is kept, and pictures are never enlarged.
public struct Box: Sendable, Equatable {
  /// The maximum width in pixels, at least 1. Nil means no limit.
  public let width: Int?
  /// The maximum height in pixels, at least 1. Nil means no limit.
  public let height: Int?

  public init(width: Int?, height: Int?) {
    precondition((width ?? 1) > 0 && (height ?? 1) > 0, "a box has at least one pixel each way")
    self.width = width
    self.height = height
  }

  public init(square side: Int) { self.init(width: side, height: side) }

  /// Returns the size that a picture gets in this box. One side fits exactly, and the other is rounded to the nearest
  /// pixel.
  public func fitted(_ size: PictureSize) -> PictureSize {
    let most = size.shrunk(toWidth: width ?? .max, height: height ?? .max)
    // The comparison uses integers, because a rounded ratio could miss a side that fits exactly.
    if most.width * size.height <= most.height * size.width {
      return size.shrunk(
        toWidth: most.width, height: (size.height * most.width + size.width / 2) / size.width)
    }
    return size.shrunk(
      toWidth: (size.width * most.height + size.height / 2) / size.height, height: most.height)
  }
}

extension Box: CustomStringConvertible {
  public var description: String { (width.map(String.init) ?? "") + "x" + (height.map(String.init) ?? "") }
}
