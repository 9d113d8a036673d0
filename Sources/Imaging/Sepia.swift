import CPixels

/// The sepia filter of the W3C's Filter Effects Module Level 1 (section 6.1, `sepia()`).
///
/// Its matrix interpolates between the original colours and sepia. It is applied to the stored values, and results
/// are rounded to the nearest integer (halves up). Alpha is unchanged.
public struct Sepia: Sendable {
  public static let defaultAmount = 0.8

  /// The strength of the filter, from 0 (no change) to 1 (full sepia).
  public let amount: Double

  private let matrix: FixedMatrix
  private let wide: WideMatrix

  /// - Parameter amount: Clamped to 0...1 as in the standard. NaN counts as 0.
  public init(amount: Double = defaultAmount) {
    self.amount = amount > 0 ? min(amount, 1) : 0
    matrix = FixedMatrix(Self.matrix(amount: self.amount), isFine: !Self.isExactCoarsely(self.amount))
    wide = WideMatrix(Self.matrix(amount: self.amount))
  }

  /// Returns the standard's matrix for an amount of 0...1, row by row. Rows are the new red, green and blue, and
  /// columns are the old ones.
  public static func matrix(amount: Double) -> [Double] {
    let rest = 1 - amount
    return [
      0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest,
      0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest,
      0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest,
    ]
  }

  /// Returns whether 23 fractional bits are exact enough for every colour.
  ///
  /// They are exact enough for multiples of 0.1, such as the default. All sums are then multiples of 10^-4. The error
  /// of the three coefficients is at most 3 × 255 × 2^-24, and the bias makes it positive. It stays below 0.92 ×
  /// 10^-4, so no sum moves past a rounding boundary.
  private static func isExactCoarsely(_ amount: Double) -> Bool { (amount * 10).rounded() / 10 == amount }

  /// Filters the picture in place. If it shares its pixels with another picture, they are copied first.
  public func apply(to picture: inout Picture) {
    let (count, format) = (picture.pixelCount, picture.format)
    picture.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      if format.is16Bit {
        pixels_multiply_16(
          start.assumingMemoryBound(to: UInt16.self), count, format.channels, wide.numbers, wide.bias)
        return
      }
      withUnsafePointer(to: matrix.numbers) { matrix in
        let start = start.assumingMemoryBound(to: UInt8.self)
        if format.hasAlpha {
          pixels_multiply_rgba(start, count, matrix)
        } else {
          pixels_multiply_rgb(start, count, matrix)
        }
      }
    }
  }
}

/// A matrix in the fixed-point format of the 8-bit loops.
private struct FixedMatrix: Sendable {
  let numbers: pixels_matrix

  /// - Parameter isFine: Whether to use 38 fractional bits instead of 23.
  init(_ matrix: [Double], isFine: Bool) {
    let bits = isFine ? 38 : 23
    let fixed = matrix.map { UInt64(($0 * Double(UInt64(1) << bits)).rounded()) }
    // One half for rounding, plus the largest error of three rounded coefficients times 255, so that an exact half is
    // never rounded down.
    let bias = UInt64(1) << (bits - 1) + 383

    var numbers = pixels_matrix()
    let (coarse, fine) = (fixed.map { UInt32($0 >> (bits - 23)) }, fixed.map { UInt32($0 & 0x7FFF) })
    withUnsafeMutableBytes(of: &numbers.coarse) { to in coarse.withUnsafeBytes { to.copyMemory(from: $0) } }
    if isFine {
      withUnsafeMutableBytes(of: &numbers.fine) { to in fine.withUnsafeBytes { to.copyMemory(from: $0) } }
      numbers.fine_bias = UInt32(bias & 0x7FFF)
    }
    numbers.coarse_bias = UInt32(bias >> (bits - 23))
    numbers.is_fine = isFine
    self.numbers = numbers
  }
}

/// A matrix in the fixed-point format of the 16-bit loop.
private struct WideMatrix: Sendable {
  let numbers: [UInt64]
  let bias: UInt64

  init(_ matrix: [Double]) {
    numbers = matrix.map { UInt64(($0 * Double(UInt64(1) << 40)).rounded()) }
    // One half for rounding, plus the largest error of three rounded coefficients times 65,535.
    bias = UInt64(1) << 39 + 98_303
  }
}
