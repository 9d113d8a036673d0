import Foundation

/// A pixel for drawing: red, green and blue in linear light, premultiplied by the alpha value in the fourth lane.
///
/// Drawing uses linear light because light adds up linearly. Averaging stored sRGB values would make fine detail and
/// soft edges too dark. Premultiplied pixels can be averaged and mixed without regard to their alpha values.
public typealias Light = SIMD4<Float>

/// Conversion between sRGB values and linear light (IEC 61966-2-1).
enum LinearLight {
  /// The linear light of each 8-bit value, 0...1.
  static let table = eight.decode

  /// The tables for 8 bits. With linear interpolation, no value is off by more than 0.006.
  private static let eight = Tables(largest: 255, steps: 4096)
  /// The tables for 16 bits. No value is off by more than 0.01. They take half a megabyte and are created on first use.
  private static let sixteen = Tables(largest: 65_535, steps: 65_536)

  private struct Tables {
    /// The linear light of each value.
    let decode: [Float]
    /// The unrounded values for light levels that are `1 / steps` apart. An extra entry at the end is used for
    /// interpolating within the last step.
    let back: [Float]
    let steps: Float

    init(largest: Int, steps: Int) {
      decode = (0...largest).map { Float(decoded(Double($0) / Double(largest))) }
      back = (0...steps + 1).map { Float(encoded(Double($0) / Double(steps)) * Double(largest)) }
      self.steps = Float(steps)
    }
  }

  static func decoded(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Passes both tables to `body` as pointers, so that lookups aren't bounds-checked.
  ///
  /// - Parameter is16Bit: Whether values are 16 bits rather than 8.
  @inline(__always)
  static func withTables<Result>(
    is16Bit: Bool = false,
    _ body: (_ decode: UnsafePointer<Float>, _ encode: Encoder) throws -> Result
  ) rethrows -> Result {
    let tables = is16Bit ? sixteen : eight
    return try tables.decode.withUnsafeBufferPointer { decode in
      try tables.back.withUnsafeBufferPointer { back in
        guard let decode = decode.baseAddress, let back = back.baseAddress else {
          preconditionFailure("tables are never empty")
        }
        return try body(decode, Encoder(back: back, steps: tables.steps))
      }
    }
  }

  struct Encoder {
    fileprivate let back: UnsafePointer<Float>
    fileprivate let steps: Float

    /// Returns the unrounded values. Lights outside 0...1 are clamped, and alpha is set to 0.
    @inline(__always) func callAsFunction(_ light: Light) -> Light {
      Light(value(light.x), value(light.y), value(light.z), 0)
    }

    @inline(__always) private func value(_ light: Float) -> Float {
      let place = max(0, min(1, light)) * steps
      let index = Int(place)
      return back[index] + (back[index + 1] - back[index]) * (place - Float(index))
    }
  }
}

extension Light {
  /// Creates an opaque light from a screen colour, `0xRRGGBB`.
  public init(screen color: UInt32) {
    func light(_ shift: UInt32) -> Float { LinearLight.table[Int(color >> shift & 255)] }
    self.init(light(16), light(8), light(0), 1)
  }
}
