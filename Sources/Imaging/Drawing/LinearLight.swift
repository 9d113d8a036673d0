import Foundation

/// One pixel for drawing: red, green and blue in linear light, each already multiplied by the alpha in the fourth lane.
///
/// Linear, since light adds up that way: averaged as they are stored, sRGB values make fine detail and soft edges too
/// dark. Premultiplied, since a mean or a mixture of such pixels is right as it is, whatever their alphas.
public typealias Light = SIMD4<Float>

/// The way from sRGB values to linear light and back, after IEC 61966-2-1.
enum LinearLight {
  /// The light of each 8-bit value, 0...1.
  static let table = eight.decode

  /// With straight lines between, no value is off by more than 0.006.
  private static let eight = Tables(largest: 255, steps: 4096)
  /// Off by no more than 0.01 of a 16-bit value; half a megabyte, and made when it is first used.
  private static let sixteen = Tables(largest: 65_535, steps: 65_536)

  private struct Tables {
    /// The light of each value.
    let decode: [Float]
    /// Values, not rounded, of lights that are `1 / steps` apart; one more at the end, so that the last has a next.
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

  /// Lends both tables: looking one up there costs no check of bounds.
  ///
  /// - Parameter is16Bit: whether values are 16 bits rather than 8.
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

    /// The values, not rounded; lights beyond 0...1 are clamped. The alpha is left out.
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
  /// An opaque colour as it looks on the screen, `0xRRGGBB`.
  public init(screen color: UInt32) {
    func light(_ shift: UInt32) -> Float { LinearLight.table[Int(color >> shift & 255)] }
    self.init(light(16), light(8), light(0), 1)
  }
}
