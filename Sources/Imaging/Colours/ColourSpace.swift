import CPNGShim

/// The colour space that an image file declares.
///
/// It is written into the new file along with the pixels, so that the colours look the same as before.
/// `Picture.convertToSRGB` converts the pixels instead.
///
/// Filters work on the stored numbers. A browser converts to the screen's colours first and filters afterwards. On an
/// sRGB screen, its result therefore equals `convertToSRGB` followed by the filter.
public enum ColourSpace: Sendable, Equatable {
  /// An uninterpreted ICC profile (ICC.1) for red, green and blue.
  case profile([UInt8])
  /// sRGB (IEC 61966-2-1) with an ICC rendering intent, 0 to 3.
  case sRGB(intent: Int)
  /// The gAMA chunk of a PNG, and its cHRM chunk (x and y of white, red, green and blue). All values are in 1/100000.
  case measured(gamma: Int?, chromaticities: [Int]?)

  /// Adobe RGB (1998), with the chromaticities and the gamma of 2 + 51/256 from its specification (4.3.1.1 and
  /// 4.3.1.2).
  static let adobeRGB = ColourSpace.measured(
    gamma: 45_471, chromaticities: [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000])

  /// Creates a colour space from an RGB profile. Returns nil for other profiles, because grey and CMYK pictures are
  /// converted.
  init?(profile: [UInt8]) {
    guard Self.channels(of: profile) == "RGB " else { return nil }
    self = .profile(profile)
  }

  /// Returns the profile's colour space signature: four letters at byte 16 (ICC.1:2022, 7.2.6).
  static func channels(of profile: [UInt8]) -> String {
    String(decoding: profile.dropFirst(16).prefix(4), as: UTF8.self)
  }

  /// Opens the profile with Little CMS. Returns nil for sRGB and for a damaged profile.
  func openProfile() -> ICCProfile? {
    switch self {
    case .sRGB: nil
    case .profile(let bytes): ICCProfile(bytes)
    case .measured(let gamma, let chromaticities): ICCProfile(gamma: gamma, chromaticities: chromaticities)
    }
  }

  /// The colour space as an ICC profile, for formats that can't describe colours in any other way. It is nil for
  /// sRGB, which is the default for files without a profile.
  var profileBytes: [UInt8]? {
    if case .profile(let bytes) = self { return bytes }
    return openProfile()?.bytes
  }

  init?(_ colours: png_shim_colours) {
    if let profile = colours.profile {
      self.init(profile: Array(UnsafeBufferPointer(start: profile, count: colours.profile_count)))
      return
    }
    if colours.intent >= 0 {
      self = .sRGB(intent: Int(colours.intent))
      return
    }
    let points = withUnsafeBytes(of: colours.chromaticities) { $0.bindMemory(to: Int32.self).map { Int($0) } }
    let hasPoints = points.contains { $0 != 0 }
    guard colours.gamma > 0 || hasPoints else { return nil }
    self = .measured(
      gamma: colours.gamma > 0 ? Int(colours.gamma) : nil, chromaticities: hasPoints ? points : nil)
  }
}
