/// A canvas that pictures are drawn on from back to front: pixels of ``Light``, rows from the top. It starts
/// transparent.
///
/// 16 bytes a pixel. Used by one thread at a time.
public final class LinearCanvas {
  private let size: PictureSize
  /// In pixels.
  public var width: Int { size.width }
  /// In pixels.
  public var height: Int { size.height }
  let pixels: UnsafeMutablePointer<Light>

  /// - Throws: `ImagingError.outOfMemory`, or that there is no such size.
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

  /// Covers everything with the light that `light` gives for a pixel's middle: 0...1 across, and 0...1 down.
  public func fill(_ light: (_ across: Float, _ down: Float) -> Light) {
    change { across, down, pixel in pixel = light(across, down) }
  }

  @inline(__always) func change(_ body: (_ across: Float, _ down: Float, _ pixel: inout Light) -> Void) {
    for y in 0..<height {
      let down = (Float(y) + 0.5) / Float(height)
      for x in 0..<width { body((Float(x) + 0.5) / Float(width), down, &pixels[y * width + x]) }
    }
  }

  /// The canvas as a picture, on black.
  ///
  /// Values between two 8-bit ones become a fine regular pattern of both, so that slow gradients in the dark show no
  /// steps: J. Jimenez's interleaved gradient noise ("Next Generation Post Processing in Call of Duty", SIGGRAPH 2014).
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
            // Not quite from 0 to 1, so that a value within rounding of an 8-bit one stays that one.
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

  /// The pixels that the stretch around a place may touch, those outside left out.
  func columns(around x: Float, reach: Float) -> Range<Int> { touched(x, reach, width) }
  func rows(around y: Float, reach: Float) -> Range<Int> { touched(y, reach, height) }

  private func touched(_ middle: Float, _ reach: Float, _ count: Int) -> Range<Int> {
    let first = Int(max(0, min(Float(count), (middle - reach).rounded(.down))))
    let end = Int(max(0, min(Float(count), (middle + reach).rounded(.up) + 1)))
    return first..<max(first, end)
  }
}

extension Float {
  /// The fractional part of a number that is not negative.
  @inline(__always) fileprivate var fraction: Float { self - rounded(.down) }
}
