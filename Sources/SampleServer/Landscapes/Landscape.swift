import Imaging

struct Landscape: Sendable, Equatable {
  var seed: UInt64
  var tags: [String] { [] }

  func picture(width: Int, height: Int) -> Picture {
    var picture = Picture(width: width, height: height, format: .rgb)
    picture.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let at = (y * width + x) * 3
          bytes[at] = UInt8(y * 255 / height)
          bytes[at + 1] = UInt8(truncatingIfNeeded: seed &* 40)
          bytes[at + 2] = UInt8(x * 255 / width)
        }
      }
    }
    return picture
  }
}
enum CutOut: Equatable { case oval }
