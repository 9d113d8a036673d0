import Base
import TestSupport

@testable import Imaging

extension PixelFormat {
  static let eightBit = [PixelFormat.rgb, .rgba]
}

extension Picture {
  init(width: Int, height: Int, format: PixelFormat, pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
    self.init(width: width, height: height, format: format)
    withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          for (channel, value) in pixel(x, y).prefix(format.bytesPerPixel).enumerated() {
            bytes[(y * width + x) * format.bytesPerPixel + channel] = value
          }
        }
      }
    }
  }

  /// Smooth, so that JPEG keeps it closely, and different in every corner.
  static func gradient(width: Int, height: Int, format: PixelFormat = .rgb) -> Picture {
    Picture(width: width, height: height, format: format) { x, y in
      [
        UInt8(x * 255 / max(width - 1, 1)), UInt8(y * 255 / max(height - 1, 1)),
        UInt8((x + y) * 255 / max(width + height - 2, 1)), UInt8(255 - x % 256),
      ]
    }
  }

  static func noise(width: Int, height: Int, format: PixelFormat, seed: UInt64) -> Picture {
    var random = SplitMix(seed: seed)
    return Picture(width: width, height: height, format: format) { _, _ in
      (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }

  /// Of any format: a number for each channel of each pixel, in the machine's order.
  init(values: [Int], width: Int, height: Int, format: PixelFormat) {
    self.init(width: width, height: height, format: format)
    withUnsafeMutableBytes { bytes in
      for (index, value) in values.enumerated() {
        if format.is16Bit {
          bytes.storeBytes(of: UInt16(value), toByteOffset: index * 2, as: UInt16.self)
        } else {
          bytes[index] = UInt8(value)
        }
      }
    }
  }

  static func random(width: Int, height: Int, format: PixelFormat, seed: UInt64) -> Picture {
    var random = SplitMix(seed: seed)
    let values = (0..<width * height * format.channels).map { _ in
      Int.random(in: 0...(format.is16Bit ? 65_535 : 255), using: &random)
    }
    return Picture(values: values, width: width, height: height, format: format)
  }

  var values: [Int] {
    withUnsafeBytes { bytes in
      format.is16Bit ? bytes.bindMemory(to: UInt16.self).map { Int($0) } : bytes.map { Int($0) }
    }
  }

  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * width + x) * format.bytesPerPixel
    return withUnsafeBytes { Array($0[start..<start + format.bytesPerPixel]) }
  }

  /// The largest difference of any two bytes at the same place.
  func distance(to other: Picture) -> Int {
    guard width == other.width, height == other.height, format == other.format else { return .max }
    return zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
