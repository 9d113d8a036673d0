/// What is refused rather than decoded. Checked against the header, before any pixel is allocated.
public struct DecodeLimits: Sendable, Equatable, Codable {
  /// Width times height.
  public var maxPixels: Int
  /// In pixels. PNG holds two rows (up to 16 bytes a pixel) beside the picture.
  public var maxWidth: Int
  /// Scans of a progressive JPEG, each of which costs a walk over the whole picture: real ones have some ten.
  public var maxScans: Int

  public init(maxPixels: Int = 100_000_000, maxWidth: Int = 1_000_000, maxScans: Int = 100) {
    self.maxPixels = maxPixels
    self.maxWidth = maxWidth
    self.maxScans = maxScans
  }

  /// For pictures that the program makes itself.
  static let none = DecodeLimits(maxPixels: .max, maxWidth: .max, maxScans: .max)
}

/// The width and height of a picture, in pixels: numbers that were checked once, where they entered.
///
/// Both are at least 1 and fit in 31 bits, and the bytes of all pixels fit in an `Int` in every format, so code that has
/// a size can multiply without another check.
public struct PictureSize: Sendable, Equatable {
  public let width: Int
  public let height: Int

  /// The longest side: PNG has no longer ones.
  private static let longest = Int(Int32.max)
  /// More bytes than any pixel has here, be it in a picture, a canvas, or rows while they are decoded.
  private static let mostBytesPerPixel = 32

  /// Checks a size that a file claims, or a user asks for.
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

  /// A size that is no larger either way: what is asked for, clamped to 1 pixel and to this size.
  public func shrunk(toWidth width: Int, height: Int) -> PictureSize {
    PictureSize(min(max(width, 1), self.width), min(max(height, 1), self.height))
  }

  /// The size in groups of `count` by `count` pixels, including those at the edges.
  func reduced(by count: Int) -> PictureSize {
    PictureSize((width + count - 1) / count, (height + count - 1) / count)
  }

  /// With width and height exchanged.
  var turned: PictureSize { PictureSize(height, width) }
}

/// What a picture is made to fit into. Its shape is kept, and it is never made larger.
public struct Box: Sendable, Equatable, Codable {
  /// In pixels, at least 1; nil where any width will do.
  public let width: Int?
  /// In pixels, likewise.
  public let height: Int?

  public init(width: Int?, height: Int?) {
    precondition((width ?? 1) > 0 && (height ?? 1) > 0, "a box has at least one pixel each way")
    self.width = width
    self.height = height
  }

  public init(square side: Int) { self.init(width: side, height: side) }

  /// The size that a picture gets; the side that does not decide is rounded to nearest.
  public func fitted(_ size: PictureSize) -> PictureSize {
    let most = size.shrunk(toWidth: width ?? .max, height: height ?? .max)
    // As whole numbers, so that a side that fits exactly is not missed by a rounded ratio.
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
