import Base
import Foundation
import TestSupport

@testable import Imaging

extension PixelFormat {
  static let eightBit = [PixelFormat.rgb, .rgba]
}

/// Returns all points of an area, row by row.
func points(_ width: Int, _ height: Int) -> [(x: Int, y: Int)] {
  (0..<height).flatMap { y in (0..<width).map { ($0, y) } }
}

extension Picture {
  init(width: Int, height: Int, format: PixelFormat, pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
    self.init(width: width, height: height, format: format)
    withUnsafeMutableBytes { bytes in
      for (x, y) in points(width, height) {
        for (channel, value) in pixel(x, y).prefix(format.bytesPerPixel).enumerated() {
          bytes[(y * width + x) * format.bytesPerPixel + channel] = value
        }
      }
    }
  }

  /// Returns a gradient, which JPEG reproduces closely, with a different colour in each corner.
  static func gradient(
    width: Int, height: Int, format: PixelFormat = .rgb, colourSpace: ColourSpace? = nil
  ) -> Picture {
    var picture = Picture(width: width, height: height, format: format)
    picture.colourSpace = colourSpace
    let (right, bottom) = (max(width - 1, 1), max(height - 1, 1))
    picture.withUnsafeMutableBytes { bytes in
      var at = 0
      for y in 0..<height {
        for x in 0..<width {
          bytes[at] = UInt8(x * 255 / right)
          bytes[at + 1] = UInt8(y * 255 / bottom)
          bytes[at + 2] = UInt8((x + y) * 255 / max(width + height - 2, 1))
          if format == .rgba { bytes[at + 3] = UInt8(255 - x % 256) }
          at += format.bytesPerPixel
        }
      }
    }
    return picture
  }

  /// Returns a picture of random bytes in any format.
  static func noise(width: Int, height: Int, format: PixelFormat, seed: UInt64) -> Picture {
    var random = SplitMix(seed: seed)
    return Picture(width: width, height: height, format: format) { _ in random.next() }
  }

  /// Creates a picture eight bytes at a time, because tests aren't optimised. `eight` returns the bytes at an offset.
  init(width: Int, height: Int, format: PixelFormat, bytes eight: (_ place: Int) -> UInt64) {
    self.init(width: width, height: height, format: format)
    withUnsafeMutableBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: 8) {
        let word = eight(place)
        if place + 8 <= bytes.count {
          bytes.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
        } else {
          for at in place..<bytes.count { bytes[at] = UInt8(truncatingIfNeeded: word >> (8 * (at - place))) }
        }
      }
    }
  }

  /// Creates a picture in any format from one number per channel and pixel.
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

  /// Returns the largest difference between two bytes at the same position.
  func distance(to other: Picture) -> Int {
    guard width == other.width, height == other.height, format == other.format else { return .max }
    var largest = 0
    withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        for place in mine.indices { largest = max(largest, abs(Int(mine[place]) - Int(theirs[place]))) }
      }
    }
    return largest
  }

  /// Returns whether all bytes are equal. This is faster than comparing arrays.
  func hasPixels(of other: Picture) -> Bool {
    withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        guard mine.count == theirs.count, let here = mine.baseAddress, let there = theirs.baseAddress else {
          return mine.count == theirs.count
        }
        return memcmp(here, there, mine.count) == 0
      }
    }
  }
}
