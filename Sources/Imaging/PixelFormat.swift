/// The layout of a pixel in memory. Alpha isn't premultiplied, and 16-bit channels have the native byte order.
public enum PixelFormat: String, Sendable, CaseIterable {
  /// Red, green and blue with 8 bits each: 3 bytes per pixel.
  case rgb
  /// Red, green, blue and alpha with 8 bits each: 4 bytes per pixel.
  case rgba
  /// Red, green and blue with 16 bits each: 6 bytes per pixel.
  case rgb16
  /// Red, green, blue and alpha with 16 bits each: 8 bytes per pixel.
  case rgba16

  init(hasAlpha: Bool, is16Bit: Bool) {
    self = is16Bit ? (hasAlpha ? .rgba16 : .rgb16) : (hasAlpha ? .rgba : .rgb)
  }

  public var hasAlpha: Bool { self == .rgba || self == .rgba16 }
  public var is16Bit: Bool { self == .rgb16 || self == .rgba16 }
  public var channels: Int { hasAlpha ? 4 : 3 }
  public var bytesPerPixel: Int { is16Bit ? 2 * channels : channels }
}

extension Picture {
  /// Returns the picture with 8 bits per channel, rounded to the nearest value. An 8-bit picture is returned
  /// unchanged.
  public func with8Bits(pool: PixelPool? = nil) throws(ImagingError) -> Picture {
    guard format.is16Bit else { return self }
    var result = try Picture(
      uninitialised: size, format: PixelFormat(hasAlpha: format.hasAlpha, is16Bit: false), pool: pool)
    result.colourSpace = colourSpace
    withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: UInt16.self)
      result.withUnsafeMutableBytes { to in
        // Equals value × 255 / 65535, rounded. A test checks this for all 65,536 values.
        for index in to.indices {
          to[index] = UInt8(truncatingIfNeeded: (UInt32(values[index]) * 255 + 32_895) >> 16)
        }
      }
    }
    return result
  }
}
