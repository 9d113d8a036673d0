import Foundation

/// Red, green and blue in linear light, where 1 is white on the screen and a lamp may be brighter. The fourth lane tells
/// what a pixel shows: 1 is water, −1 is sky.
///
/// Linear here is the square of the screen's value: close enough to sRGB for painting, and undone by a square root.
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

/// 0 below `low`, 1 above `high`, and a smooth transition between them.
@inline(__always) func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
  let share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}

/// A smooth bell of height 1 at 0, which has fallen to 1/e at `width`.
@inline(__always) func bell(_ distance: Float, _ width: Float) -> Float {
  exp(-(distance * distance) / (width * width))
}

extension Color {
  @inline(__always) func marked(_ mark: Float) -> Color { Color(x, y, z, mark) }
}

extension SIMD2<Float> {
  @inline(__always) var length: Float { (self * self).sum().squareRoot() }
}
