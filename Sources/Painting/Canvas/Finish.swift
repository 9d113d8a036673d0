import Imaging

extension Canvas {
  /// The painting as the screen shows it, developed as a camera and a darkroom would.
  /// - Parameters:
  ///   - vignette: how much darker the corners are, 0 to 1.
  ///   - grain: its standard deviation, in steps of the screen's 255.
  func picture(seed: UInt64, vignette: Float = 0.25, grain: Float = 2.2) -> Picture {
    var picture = Picture(width: width, height: height, format: .rgb)
    let center = view(width / 2, height / 2)
    let reach = (view(0, 0) - center).length
    var noise = seed | 1
    picture.withUnsafeMutableBytes { bytes in
      var at = 0
      eachPixel { place, color in
        let corner = (place - center).length / reach
        var light = color * (1 - vignette * corner * corner * corner * corner)
        light.clamp(lowerBound: Color(), upperBound: Color(repeating: 40))
        // Highlights roll off smoothly.
        light *= (light * 0.1 + 1) / (light * 0.3 + 0.9 + 0.05 / (light * 12 + 0.35))
        let screen = light.squareRoot()

        noise ^= noise << 13
        noise ^= noise >> 7
        noise ^= noise << 17
        // Grain is weaker in the dark and in the bright.
        let bright = min(1, screen.y)
        let strength = grain * (0.45 + 2.2 * bright * (1 - bright))
        let tint = Color(normal(noise >> 32), 0, normal(noise >> 16), 0) * 0.5
        var value = screen * 255 + (tint + normal(noise)) * strength + 0.5
        value.clamp(lowerBound: Color(), upperBound: Color(repeating: 255))
        for channel in 0..<3 { bytes[at + channel] = UInt8(value[channel]) }
        at += 3
      }
    }
    return picture
  }
}

/// A nearly normal number around 0 with standard deviation 1: the sum of the lowest four bytes of some random bits.
@inline(__always) private func normal(_ bits: UInt64) -> Float {
  let sum = Int32(bits & 255) + Int32(bits >> 8 & 255) + Int32(bits >> 16 & 255) + Int32(bits >> 24 & 255)
  return Float(sum - 510) * (1 / 147.8)
}
