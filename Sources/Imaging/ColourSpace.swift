import CPNGShim

/// What a file says its numbers mean as colours. Nothing is converted by it: it goes on, as it is, with the
/// pixels, into the PNG that is written, so that they are shown as they were.
///
/// Filters are applied to the numbers. What a browser shows of a filtered photo with a profile differs a little:
/// it converts to the screen's colours first.
public enum ColourSpace: Sendable, Equatable {
  /// An ICC profile of red, green and blue (ICC.1), not looked into.
  case profile([UInt8])
  /// sRGB (IEC 61966-2-1), and an ICC rendering intent, 0 to 3.
  case sRGB(intent: Int)
  /// PNG's gAMA, and cHRM: x and y of white, red, green and blue. All are in 1/100000.
  case measured(gamma: Int?, chromaticities: [Int]?)

  /// A profile, if it is one of red, green and blue: what it is of stands at byte 16 (ICC.1:2022, 7.2). Pictures
  /// have no others, as greys and inks are made red, green and blue.
  init?(profile: some Collection<UInt8>) {
    guard profile.dropFirst(16).starts(with: Array("RGB ".utf8)) else { return nil }
    self = .profile(Array(profile))
  }

  init?(_ colours: png_shim_colours) {
    if let profile = colours.profile {
      self.init(profile: UnsafeBufferPointer(start: profile, count: colours.profile_count))
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

  /// Lends it as the shim has it.
  func lend<Result>(_ body: (UnsafePointer<png_shim_colours>) -> Result) -> Result {
    var colours = png_shim_colours()
    colours.intent = -1
    switch self {
    case .profile(let profile):
      return profile.withUnsafeBufferPointer { bytes in
        colours.profile = bytes.baseAddress
        colours.profile_count = bytes.count
        return withUnsafePointer(to: colours, body)
      }
    case .sRGB(let intent):
      colours.intent = Int32(clamping: intent)
    case .measured(let gamma, let chromaticities):
      colours.gamma = Int32(clamping: gamma ?? 0)
      withUnsafeMutableBytes(of: &colours.chromaticities) { points in
        let points = points.bindMemory(to: Int32.self)
        for (index, point) in (chromaticities ?? []).prefix(points.count).enumerated() {
          points[index] = Int32(clamping: point)
        }
      }
    }
    return withUnsafePointer(to: colours, body)
  }
}

extension ColourSpace? {
  /// Lends it as the shim has it; null without.
  func lend<Result>(_ body: (UnsafePointer<png_shim_colours>?) -> Result) -> Result {
    guard let self else { return body(nil) }
    return self.lend { body($0) }
  }
}
