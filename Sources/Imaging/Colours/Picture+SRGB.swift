import CLCMS

extension Picture {
  /// Converts the pixels from the colour space that their file named to sRGB, as they are: 8 or 16 bits. Colours that
  /// sRGB has not are treated as the profile says, and mostly become the nearest that it has.
  ///
  /// What names none is taken for sRGB, and so is what Little CMS cannot make sense of.
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
    let count = pixelCount
    withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      transform.apply(start, start, count: count)
    }
  }

  /// Of greys, which became red, green and blue, in a profile's grey: as sRGB. As it is when the profile is damaged.
  mutating func convertGreys(from profile: [UInt8]) {
    let is16Bit = format.is16Bit
    guard let profile = ICCProfile(profile),
      let transform = ColourTransform(
        from: profile, is16Bit ? clcms_grey_16 : clcms_grey_8, to: is16Bit ? clcms_rgb_16 : clcms_rgb_8)
    else { return }
    // There are not so many greys.
    if is16Bit {
      replaceGreys(of: UInt16.self, by: transform)
    } else {
      replaceGreys(of: UInt8.self, by: transform)
    }
    colourSpace = .sRGB(intent: 0)
  }

  private mutating func replaceGreys<Channel: FixedWidthInteger & UnsignedInteger>(
    of channel: Channel.Type, by transform: ColourTransform
  ) {
    let greys = (0...Int(Channel.max)).map { Channel($0) }
    var colours = [Channel](repeating: 0, count: greys.count * 3)
    greys.withUnsafeBytes { from in
      colours.withUnsafeMutableBytes { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        transform.apply(from, to, count: greys.count)
      }
    }
    let channels = format.channels
    withUnsafeMutableBytes { bytes in
      let values = bytes.bindMemory(to: Channel.self)
      for start in stride(from: 0, to: values.count, by: channels) {
        let grey = Int(values[start]) * 3
        for index in 0..<3 { values[start + index] = colours[grey + index] }
      }
    }
  }
}
