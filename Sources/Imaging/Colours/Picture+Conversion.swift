import CLCMS

extension Picture {
  /// Converts the pixels from the colour space that their file named to sRGB, with 8 or 16 bits as before. Colours outside
  /// of sRGB are treated as the profile says, and mostly become the nearest within it.
  ///
  /// A picture without a colour space is taken for sRGB, and so is one whose profile Little CMS cannot read.
  public mutating func convertToSRGB() {
    defer { if colourSpace != nil { colourSpace = .sRGB(intent: 0) } }
    let kind =
      switch format {
      case .rgb: clcms_rgb_8
      case .rgba: clcms_rgba_8
      case .rgb16: clcms_rgb_16
      case .rgba16: clcms_rgba_16
      }
    guard let profile = colourSpace?.openProfile(),
      let transform = ColourTransform(from: profile, kind, to: kind)
    else { return }
    convert(by: transform)
  }

  /// Converts greys, which became red, green and blue, from a profile's grey to sRGB. Leaves them as they are when the
  /// profile is damaged.
  mutating func convertGreys(from profile: [UInt8]) {
    let (grey, kind) =
      switch format {
      case .rgb: (clcms_grey_of_rgb_8, clcms_rgb_8)
      case .rgba: (clcms_grey_of_rgba_8, clcms_rgba_8)
      case .rgb16: (clcms_grey_of_rgb_16, clcms_rgb_16)
      case .rgba16: (clcms_grey_of_rgba_16, clcms_rgba_16)
      }
    guard let profile = ICCProfile(profile), let transform = ColourTransform(from: profile, grey, to: kind)
    else { return }
    convert(by: transform)
    colourSpace = .sRGB(intent: 0)
  }

  private mutating func convert(by transform: ColourTransform) {
    let count = pixelCount
    withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      transform.apply(start, start, count: count)
    }
  }

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
