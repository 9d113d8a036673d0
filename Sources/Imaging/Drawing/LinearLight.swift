import Foundation

/// One pixel for drawing: red, green and blue in linear light, each already multiplied by the alpha in the fourth lane.
///
/// Linear, since light adds up that way: averaged as they are stored, sRGB values make fine detail and soft edges too
/// dark. Premultiplied, since a mean or a mixture of such pixels is right as it is, whatever their alphas.
public typealias Light = SIMD4<Float>

/// The way from 8-bit sRGB values to linear light and back, after IEC 61966-2-1.
enum LinearLight {
  /// The light of each 8-bit value, 0...1.
  static let table: [Float] = (0...255).map { Float(decoded(Double($0) / 255)) }

  /// 8-bit values, not rounded, of lights that are `1 / steps` apart; one more at the end, so that the last has a next.
  private static let back: [Float] = (0...steps + 1).map { Float(encoded(Double($0) / Double(steps)) * 255) }

  /// With straight lines between, no value is off by more than 0.006.
  private static let steps = 4096

  static func decoded(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Lends both tables: looking one up there costs no check of bounds.
  @inline(__always)
  static func withTables<Result>(
    _ body: (_ decode: UnsafePointer<Float>, _ encode: Encoder) throws -> Result
  ) rethrows -> Result {
    try table.withUnsafeBufferPointer { decode in
      try back.withUnsafeBufferPointer { back in
        // Constants of more than a thousand and of 256 elements.
        guard let decode = decode.baseAddress, let back = back.baseAddress else {
          preconditionFailure("tables are never empty")
        }
        return try body(decode, Encoder(back: back))
      }
    }
  }

  struct Encoder {
    fileprivate let back: UnsafePointer<Float>

    /// The 8-bit values, not rounded; lights beyond 0...1 are clamped. The alpha is left out.
    @inline(__always) func callAsFunction(_ light: Light) -> Light {
      Light(value(light.x), value(light.y), value(light.z), 0)
    }

    @inline(__always) private func value(_ light: Float) -> Float {
      let place = max(0, min(1, light)) * Float(steps)
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
