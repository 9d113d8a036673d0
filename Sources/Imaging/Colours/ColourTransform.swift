import CLCMS

/// A Little CMS transform from one colour space to sRGB. Each instance is used by one thread at a time.
final class ColourTransform {
  private let transform: cmsHTRANSFORM

  /// - Parameters:
  ///   - profile: The input profile, which also determines the rendering intent for colours outside sRGB.
  ///   - input: The Little CMS pixel format of the input.
  ///   - output: The Little CMS pixel format of the sRGB output.
  /// - Returns: Nil if the profile is damaged or its channels don't match the input.
  init?(from profile: ICCProfile, _ input: cmsUInt32Number, to output: cmsUInt32Number) {
    guard let sRGB = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(sRGB) }
    // A cache of the last pixel would cost more time than it saves.
    var flags = cmsUInt32Number(cmsFLAGS_NOCACHE)
    // Little CMS's precomputed tables are too coarse for 16 bits.
    if [clcms_rgb_16, clcms_rgba_16].contains(input) { flags |= cmsUInt32Number(cmsFLAGS_NOOPTIMIZE) }
    guard
      let transform = cmsCreateTransform(
        profile.handle, input, sRGB, output, cmsGetHeaderRenderingIntent(profile.handle), flags)
    else { return nil }
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  /// Converts `count` pixels.
  ///
  /// - Parameter to: The output, which may be the same memory as `from` if both formats have the same pixel size. Alpha
  ///   values in the output are left unchanged.
  func apply(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, count: Int) {
    var (from, to, left) = (from, to, count)
    let (size, newSize) = (
      bytes(cmsGetTransformInputFormat(transform)), bytes(cmsGetTransformOutputFormat(transform))
    )
    // Little CMS counts pixels in 32 bits.
    while left > 0 {
      let part = min(left, 1 << 20)
      cmsDoTransform(transform, from, to, cmsUInt32Number(part))
      from += part * size
      to += part * newSize
      left -= part
    }
  }
}

/// Returns the number of bytes per pixel in a Little CMS pixel format. The format encodes its channels, extra
/// channels and bytes per channel (lcms2.h).
private func bytes(_ kind: cmsUInt32Number) -> Int {
  Int((kind >> 3 & 15) + (kind >> 7 & 7)) * Int(kind & 7)
}

/// An ICC profile that Little CMS has opened.
final class ICCProfile {
  fileprivate let handle: cmsHPROFILE

  /// Opens a profile, or returns nil if it is damaged. Little CMS reads the tags later, when they are needed.
  init?(_ bytes: [UInt8]) {
    guard let handle = cmsOpenProfileFromMem(bytes, cmsUInt32Number(clamping: bytes.count)) else {
      return nil
    }
    self.handle = handle
  }

  /// Creates a profile from the gAMA and cHRM values of a PNG. A missing value is replaced by that of sRGB.
  ///
  /// - Parameters:
  ///   - gamma: The gamma of the file in 1/100000. 45455 means that values are the light to the power of 1/2.2.
  ///   - chromaticities: X and y of white, red, green and blue, in 1/100000.
  init?(gamma: Int?, chromaticities: [Int]?) {
    let numbers = (chromaticities ?? [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000])
      .map { Double($0) / 100_000 }
    guard numbers.count == 8, let curve = Self.curve(gamma) else { return nil }
    defer { cmsFreeToneCurve(curve) }
    func point(_ index: Int) -> cmsCIExyY { cmsCIExyY(x: numbers[index], y: numbers[index + 1], Y: 1) }
    var white = point(0)
    var primaries = cmsCIExyYTRIPLE(Red: point(2), Green: point(4), Blue: point(6))
    var curves: [OpaquePointer?] = [curve, curve, curve]
    guard let handle = cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
    self.handle = handle
  }

  deinit { cmsCloseProfile(handle) }

  private static func curve(_ gamma: Int?) -> OpaquePointer? {
    if let gamma { return gamma > 0 ? cmsBuildGamma(nil, 100_000 / Double(gamma)) : nil }
    // The sRGB curve of IEC 61966-2-1, in the parametric form of ICC.1:2022, 10.18.
    return cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  }

  /// The profile as a file, or nil if there isn't enough memory for it.
  var bytes: [UInt8]? {
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0, bytes.count >= 132 else { return nil }
    // The creation date (ICC.1:2022, 7.2.9) is fixed, so that the same profile always gives the same bytes.
    bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return bytes
  }
}
