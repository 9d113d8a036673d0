import Imaging

/// What happens to a painting on its way to the screen, as in a camera and a darkroom.
struct Finish: Sendable, Equatable {
  /// Brightness, as a factor.
  var exposure: Float = 1
  /// How much darker the corners are, 0 to 1.
  var vignette: Float = 0.25
  /// The grain's standard deviation, in steps of the screen's 255.
  var grain: Float = 2.2
  /// 0 is grey, 1 as painted.
  var saturation: Float = 1

  /// The painting as a picture.
  func picture(of canvas: Canvas, seed: UInt64) -> Picture {
    var picture = Picture(width: canvas.width, height: canvas.height, format: .rgb)
    picture.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      develop(canvas, to: start, seed: seed)
    }
    return picture
  }

  private func develop(_ canvas: Canvas, to bytes: UnsafeMutablePointer<UInt8>, seed: UInt64) {
    let halfWidth = Float(canvas.width) / 2
    let halfHeight = Float(canvas.height) / 2
    let reach = 1 / (halfWidth * halfWidth + halfHeight * halfHeight)
    let isGrey = saturation == 0
    var noise = UInt64(truncatingIfNeeded: seed) | 1
    var out = bytes
    for y in 0..<canvas.height {
      let row = canvas.pixels + y * canvas.width
      let fromMiddle = Float(y) - halfHeight
      for x in 0..<canvas.width {
        let across = Float(x) - halfWidth
        let corner = (across * across + fromMiddle * fromMiddle) * reach
        var color = row[x] * (exposure * (1 - vignette * corner * corner))
        if saturation != 1 { color = color.saturated(saturation) }
        color = color.clamped(0, 40)
        // Highlights bend instead of breaking off.
        color = color * (color * 0.1 + 1) / (color * 0.3 + 0.9 + 0.05 / (color * 12 + 0.35))
        let screen = color.squareRoot()

        // Four bytes of noise make one nearly normal number; grain is weaker in the dark and in the bright.
        noise ^= noise << 13
        noise ^= noise >> 7
        noise ^= noise << 17
        let shared = Self.bellShaped(noise)
        let light = min(1, screen.y)
        let strength = grain * (0.45 + 2.2 * light * (1 - light))
        let tint =
          isGrey ? Color() : Color(Self.bellShaped(noise >> 32), 0, Self.bellShaped(noise >> 16), 0) * 0.5
        let value = (screen * 255 + (tint + shared) * strength + 0.5).clamped(0, 255)
        out[0] = UInt8(value.x)
        out[1] = UInt8(value.y)
        out[2] = UInt8(value.z)
        out += 3
      }
    }
  }

  /// A number around 0 with standard deviation 1, from the lowest 32 of some random bits.
  @inline(__always) private static func bellShaped(_ bits: UInt64) -> Float {
    let sum = Int32(bits & 255) + Int32(bits >> 8 & 255) + Int32(bits >> 16 & 255) + Int32(bits >> 24 & 255)
    return Float(sum - 510) * (1 / 147.8)
  }
}
