#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Red, green and blue in linear light, where 1 is white on the screen and a lamp may be brighter. The fourth lane is
/// the painter's own.
///
/// Linear here is the square of the screen's value: near enough to sRGB for painting, and undone by a square root.
typealias Color = SIMD4<Float>

/// A colour as it looks on the screen, `0xRRGGBB`.
func hex(_ value: UInt32) -> Color {
  let onScreen = Color(Float(value >> 16 & 255), Float(value >> 8 & 255), Float(value & 255), 0) / 255
  return onScreen * onScreen
}

@inline(__always) func mix(_ one: Color, _ other: Color, _ share: Float) -> Color {
  one + (other - one) * share
}

@inline(__always) func mix(_ one: Float, _ other: Float, _ share: Float) -> Float {
  one + (other - one) * share
}

@inline(__always) func clamp(_ value: Float, _ low: Float = 0, _ high: Float = 1) -> Float {
  max(low, min(high, value))
}

/// 0 below `low`, 1 above `high`, and a smooth way between.
@inline(__always) func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
  let share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}

@inline(__always) func exponential(_ value: Float) -> Float { expf(value) }
@inline(__always) func sine(_ value: Float) -> Float { sinf(value) }
@inline(__always) func cosine(_ value: Float) -> Float { cosf(value) }
@inline(__always) func power(_ base: Float, _ exponent: Float) -> Float { powf(base, exponent) }

/// A smooth bell of height 1 at 0, which has fallen to 1/e at `width`.
@inline(__always) func bell(_ distance: Float, _ width: Float) -> Float {
  exponential(-(distance * distance) / (width * width))
}

extension Color {
  @inline(__always) func clamped(_ low: Float, _ high: Float) -> Color {
    replacing(with: low, where: self .< low).replacing(with: high, where: self .> high)
  }

  @inline(__always) var luminance: Float { x * 0.25 + y * 0.65 + z * 0.1 }

  /// Lies between its own grey (0) and itself (1), or beyond.
  func saturated(_ amount: Float) -> Color { mix(Color(repeating: luminance), self, amount) }
}

/// The angle of a direction, from −π to π.
@inline(__always) func atan(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
