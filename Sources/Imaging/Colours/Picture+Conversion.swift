import CLCMS

extension Picture {
  /// Converts the pixels from the colour space that their file named to sRGB, with 8 or 16 bits as before. Colours outside
  /// of sRGB are treated as the profile says, and mostly become the nearest within it.
  ///
  /// A picture without a colour space is taken for sRGB, and so is one whose profile Little CMS cannot read.
  public mutating func convertToSRGB() {
    if let profile = colourSpace?.openProfile() { convert(from: profile, format.kinds.colours) }
    if colourSpace != nil { colourSpace = .sRGB(intent: 0) }
  }

  /// Converts greys, which became red, green and blue, from a profile's grey to sRGB. Leaves them as they are when the
  /// profile is damaged.
  mutating func convertGreys(from profile: [UInt8]) {
    guard let profile = ICCProfile(profile), convert(from: profile, format.kinds.greys) else { return }
    colourSpace = .sRGB(intent: 0)
  }

  /// - Parameter input: Little CMS's number for the pixels as they are.
  /// - Returns: whether the profile is sound, and of these pixels.
  @discardableResult
  private mutating func convert(from profile: ICCProfile, _ input: cmsUInt32Number) -> Bool {
    guard let transform = ColourTransform(from: profile, input, to: format.kinds.colours) else {
      return false
    }
    let count = pixelCount
    withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      transform.apply(start, start, count: count)
    }
    return true
  }

  /// RGB of CMYK (one byte an ink, in RGBA's place): sRGB, when there is a profile of the inks; or else light is what
  /// the ink and the black let through.
  ///
  /// JPEGs store inks inverted, 255 for none, whether or not they have Adobe's marker. No standard says so. Photoshop
  /// writes them like this, and Chromium (Skia's `SkEncodedInfo.h`), Pillow (`JpegImagePlugin.py`: “assume adobe
  /// conventions”) and ImageMagick read all of them like this.
  func printed(profile: [UInt8]?, pool: PixelPool?) throws(ImagingError) -> Picture {
    var result = try Picture(uninitialised: size, format: .rgb, pool: pool)
    if let profile = profile.flatMap(ICCProfile.init),
      let transform = ColourTransform(from: profile, clcms_cmyk_8_inverted, to: clcms_rgb_8)
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
    withUnsafeBytes { inks in
      result.withUnsafeMutableBytes { light in
        for pixel in 0..<pixelCount {
          let black = UInt32(inks[pixel * 4 + 3])
          for channel in 0..<3 {
            light[pixel * 3 + channel] = UInt8((UInt32(inks[pixel * 4 + channel]) * black + 127) / 255)
          }
        }
      }
    }
    return result
  }
}

extension PixelFormat {
  /// Little CMS's numbers: for colours, and for greys that are red, green and blue.
  fileprivate var kinds: (colours: cmsUInt32Number, greys: cmsUInt32Number) {
    switch self {
    case .rgb: (clcms_rgb_8, clcms_grey_of_rgb_8)
    case .rgba: (clcms_rgba_8, clcms_grey_of_rgba_8)
    case .rgb16: (clcms_rgb_16, clcms_grey_of_rgb_16)
    case .rgba16: (clcms_rgba_16, clcms_grey_of_rgba_16)
    }
  }
}
