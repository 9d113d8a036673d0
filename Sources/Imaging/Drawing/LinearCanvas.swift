/// A canvas on which pictures are drawn from back to front. It stores ``Light`` pixels, top row first, and starts out
/// transparent.
///
/// A canvas takes 16 bytes per pixel and is used by one thread at a time.
public final class LinearCanvas {
  private let size: PictureSize
  /// The width in pixels.
  public var width: Int { size.width }
  /// The height in pixels.
  public var height: Int { size.height }
  let pixels: UnsafeMutablePointer<Light>

  /// - Throws: `ImagingError.outOfMemory`, or an error that says that the size is invalid.
  public init(width: Int, height: Int) throws(ImagingError) {
    size = try PictureSize(width: width, height: height, limits: .none)
    guard let start = PixelPool.allocate(size.pixelCount * MemoryLayout<Light>.stride) else {
      throw .outOfMemory(width: width, height: height)
    }
    pixels = start.bindMemory(to: Light.self, capacity: size.pixelCount)
    pixels.initialize(repeating: Light(), count: size.pixelCount)
  }

  deinit { PixelPool.free(pixels) }

  public subscript(x: Int, y: Int) -> Light {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "(\(x), \(y)) is outside the canvas")
    return pixels[y * width + x]
  }

  /// Fills the canvas with the light that `light` returns for each pixel's centre, given as 0...1 across and 0...1
  /// down.
  public func fill(_ light: (_ across: Float, _ down: Float) -> Light) {
    change { across, down, pixel in pixel = light(across, down) }
  }

  @inline(__always) func change(_ body: (_ across: Float, _ down: Float, _ pixel: inout Light) -> Void) {
    for y in 0..<height {
      let down = (Float(y) + 0.5) / Float(height)
      for x in 0..<width { body((Float(x) + 0.5) / Float(width), down, &pixels[y * width + x]) }
    }
  }

  /// Returns the canvas as a picture on a black background.
  ///
  /// Values between two 8-bit levels are dithered with a fine regular pattern, so that slow gradients in dark areas
  /// show no banding. The pattern is J. Jimenez's interleaved gradient noise ("Next Generation Post Processing in
  /// Call of Duty", SIGGRAPH 2014).
  ///
  /// - Throws: `ImagingError.outOfMemory`.
  public func picture(pool: PixelPool? = nil) throws(ImagingError) -> Picture {
    var result = try Picture(uninitialised: size, format: .rgb, pool: pool)
    result.withUnsafeMutableBytes { bytes in
      LinearLight.withTables { _, encode in
        for y in 0..<height {
          for x in 0..<width {
            let index = y * width + x
            let slant = (0.06711056 * Float(x) + 0.00583715 * Float(y)).fraction
            // The range is slightly smaller than 0...1, so that a value within rounding error of an 8-bit level keeps
            // that level.
            let color = encode(pixels[index]) + (0.02 + 0.96 * (52.9829189 * slant).fraction)
            bytes[index * 3] = UInt8(min(color.x, 255))
            bytes[index * 3 + 1] = UInt8(min(color.y, 255))
            bytes[index * 3 + 2] = UInt8(min(color.z, 255))
          }
        }
      }
    }
    return result
  }

  /// Returns the pixel columns that may be touched within `reach` of `x`, clipped to the canvas.
  func columns(around x: Float, reach: Float) -> Range<Int> { touched(x, reach, width) }
  func rows(around y: Float, reach: Float) -> Range<Int> { touched(y, reach, height) }

  private func touched(_ middle: Float, _ reach: Float, _ count: Int) -> Range<Int> {
    let first = Int(max(0, min(Float(count), (middle - reach).rounded(.down))))
    let end = Int(max(0, min(Float(count), (middle + reach).rounded(.up) + 1)))
    return first..<max(first, end)
  }
}

extension Float {
  /// The fractional part of a non-negative number.
  @inline(__always) fileprivate var fraction: Float { self - rounded(.down) }
}
