/// How a pixel lies in memory: alpha not premultiplied, 16 bits in the processor's byte order.
public enum PixelFormat: String, Sendable, CaseIterable {
  /// Red, green, blue: 3 bytes a pixel.
  case rgb
  /// Red, green, blue, alpha: 4 bytes a pixel.
  case rgba
  /// The same with 16 bits a channel: 6 bytes a pixel.
  case rgb16
  /// 8 bytes a pixel.
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
  /// The picture with 8 bits a channel, rounded to nearest; as it is when it has no more.
  public func with8Bits(pool: PixelPool? = nil) throws(ImagingError) -> Picture {
    guard format.is16Bit else { return self }
    var result = try Picture(
      uninitialised: size, format: PixelFormat(hasAlpha: format.hasAlpha, is16Bit: false), pool: pool)
    result.colourSpace = colourSpace
    withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: UInt16.self)
      result.withUnsafeMutableBytes { to in
        // Exactly value × 255 / 65535, rounded: true of each of the 65,536, which a test goes through.
        for index in to.indices {
          to[index] = UInt8(truncatingIfNeeded: (UInt32(values[index]) * 255 + 32_895) >> 16)
        }
      }
    }
    return result
  }
}
