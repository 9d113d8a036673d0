import CPNGShim

/// The colour space that a file names. It is written with the pixels into the new file, so that they are
/// shown as before; `Picture.convertToSRGB` converts them instead.
///
/// Filters are applied to the numbers. A browser filters what it has converted to the screen's colours: the same as
/// `convertToSRGB` and then the filter, where the screen is sRGB.
public enum ColourSpace: Sendable, Equatable {
  /// An ICC profile of red, green and blue (ICC.1), not interpreted.
  case profile([UInt8])
  /// sRGB (IEC 61966-2-1), and an ICC rendering intent, 0 to 3.
  case sRGB(intent: Int)
  /// PNG's gAMA, and cHRM: x and y of white, red, green and blue. All are in 1/100000.
  case measured(gamma: Int?, chromaticities: [Int]?)

  /// Adobe RGB (1998), as its specification has it (4.3.1.1 and 4.3.1.2): a gamma of 2 + 51/256.
  static let adobeRGB = ColourSpace.measured(
    gamma: 45_471, chromaticities: [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000])

  /// A profile, if it is one of red, green and blue. Pictures have no others, as greys and inks are converted.
  init?(profile: [UInt8]) {
    guard Self.channels(of: profile) == "RGB " else { return nil }
    self = .profile(profile)
  }

  /// A profile's own colour space: four letters at byte 16 (ICC.1:2022, 7.2.6).
  static func channels(of profile: [UInt8]) -> String {
    String(decoding: profile.dropFirst(16).prefix(4), as: UTF8.self)
  }

  /// Nil for sRGB, and for a damaged profile.
  func openProfile() -> ICCProfile? {
    switch self {
    case .sRGB: nil
    case .profile(let bytes): ICCProfile(bytes)
    case .measured(let gamma, let chromaticities): ICCProfile(gamma: gamma, chromaticities: chromaticities)
    }
  }

  /// For formats that have nothing but profiles. Nil for sRGB, which a file without one is taken for.
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
