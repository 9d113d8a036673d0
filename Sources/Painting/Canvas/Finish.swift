import Base
import Imaging

extension Canvas {
  /// The painting as the screen shows it, developed as a camera and a darkroom would.
  /// - Parameter isOval: cut out, with a rim that fades away.
  func picture(seed: UInt64, isOval: Bool = false) -> Picture {
    let format: PixelFormat = isOval ? .rgba : .rgb
    var picture = Picture(width: width, height: height, format: format)
    var random = SplitMix(seed: seed)
    picture.withUnsafeMutableBytes { bytes in
      var at = 0
      for y in 0..<height {
        for x in 0..<width {
          // From the middle, 1 at the edges. The corners are darker.
          let off = SIMD2(Float(2 * x + 1) / Float(width), Float(2 * y + 1) / Float(height)) - 1
          let far = (off * off).sum()
          var light = self[x, y] * (1 - 0.07 * far * far)
          light.clamp(lowerBound: Color(), upperBound: Color(repeating: 40))
          // Highlights roll off smoothly.
          light *= (light * 0.1 + 1) / (light * 0.3 + 0.9 + 0.05 / (light * 12 + 0.35))
          let grain = random.uniform(-2, 2) + random.uniform(-2, 2)
          var value = light.squareRoot() * 255 + grain + 0.5
          value.clamp(lowerBound: Color(), upperBound: Color(repeating: 255))
          value.w = smoothstep(1, 0.86, far.squareRoot()) * 255
          for channel in 0..<format.bytesPerPixel { bytes[at + channel] = UInt8(value[channel]) }
          at += format.bytesPerPixel
        }
      }
    }
    return picture
  }
}
