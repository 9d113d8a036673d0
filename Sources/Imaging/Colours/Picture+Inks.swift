import CLCMS

extension Picture {
  /// RGB of CMYK (one byte an ink, in RGBA's place): sRGB, when there is a profile of the inks; or else light is what
  /// the ink and the black let through.
  ///
  /// - Parameter inverted: 0 is full ink, as in every file with Adobe's marker.
  func printed(inverted: Bool, profile: [UInt8]?, pool: PixelPool?) throws(ImagingError) -> Picture {
    var result = try Picture(uninitialised: size, format: .rgb, pool: pool)
    let inks = inverted ? clcms_cmyk_8_inverted : clcms_cmyk_8
    if let profile = profile.flatMap(ICCProfile.init),
      let transform = ColourTransform(from: profile, inks, to: clcms_rgb_8)
    {
      withUnsafeBytes { inks in
        result.withUnsafeMutableBytes { light in
          guard let inks = inks.baseAddress, let light = light.baseAddress else { return }
          transform.apply(inks, light, count: pixelCount)
        }
      }
      result.colourSpace = .sRGB(intent: 0)
      return result
    }
    let flip: UInt8 = inverted ? 0 : 255
    withUnsafeBytes { inks in
      result.withUnsafeMutableBytes { light in
        for pixel in 0..<pixelCount {
          let black = UInt32(inks[pixel * 4 + 3] ^ flip)
          for channel in 0..<3 {
            let ink = UInt32(inks[pixel * 4 + channel] ^ flip)
            light[pixel * 3 + channel] = UInt8((ink * black + 127) / 255)
          }
        }
      }
    }
    return result
  }
}
