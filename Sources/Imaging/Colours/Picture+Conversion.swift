import CLCMS

extension Picture {
  /// Converts the pixels from the colour space of their file to sRGB, keeping 8 or 16 bits per channel. The rendering
  /// intent of the profile determines what happens to colours outside sRGB. Usually they become the nearest sRGB
  /// colour.
  ///
  /// A picture is treated as sRGB if it has no colour space, or if Little CMS can't read its profile.
  public mutating func convertToSRGB() {
    if let profile = colourSpace?.openProfile() { convert(from: profile, format.kinds.colours) }
    if colourSpace != nil { colourSpace = .sRGB(intent: 0) }
  }

  /// Converts a picture with a grey profile to sRGB. Its grey pixels must already be stored as red, green and blue.
  /// The pixels are left unchanged if the profile is damaged.
  mutating func convertGreys(from profile: [UInt8]) {
    guard let profile = ICCProfile(profile), convert(from: profile, format.kinds.greys) else { return }
    colourSpace = .sRGB(intent: 0)
  }

  /// - Parameter input: The Little CMS pixel format of the current pixels.
  /// - Returns: Whether the profile is valid and fits these pixels.
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

  /// Returns a CMYK picture (one byte per ink, stored as RGBA) as RGB. With a profile for the inks, the result is
  /// sRGB. Without a profile, each channel is the light that passes through its ink and the black ink.
  ///
  /// JPEGs store inks inverted (255 means no ink), with or without Adobe's marker. No standard says so, but Photoshop
  /// writes them this way, and Chromium (Skia's `SkEncodedInfo.h`), Pillow (`JpegImagePlugin.py`: “assume adobe
  /// conventions”) and ImageMagick read all of them this way.
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
  /// The Little CMS pixel formats for colour pixels, and for grey pixels stored as red, green and blue.
  fileprivate var kinds: (colours: cmsUInt32Number, greys: cmsUInt32Number) {
    switch self {
    case .rgb: (clcms_rgb_8, clcms_grey_of_rgb_8)
    case .rgba: (clcms_rgba_8, clcms_grey_of_rgba_8)
    case .rgb16: (clcms_rgb_16, clcms_grey_of_rgb_16)
    case .rgba16: (clcms_rgba_16, clcms_grey_of_rgba_16)
    }
  }
}
