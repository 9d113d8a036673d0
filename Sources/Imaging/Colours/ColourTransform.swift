import CLCMS

/// From one colour space to sRGB, by Little CMS. Each is used by one thread at a time.
final class ColourTransform {
  private let transform: cmsHTRANSFORM

  /// - Parameters:
  ///   - profile: the input's; it also says what is done with colours outside of sRGB.
  ///   - input: Little CMS's number for the layout of the pixels.
  ///   - output: likewise, for those in sRGB.
  /// - Returns: nil when the profile is damaged, or of other channels than the values.
  init?(from profile: ICCProfile, _ input: cmsUInt32Number, to output: cmsUInt32Number) {
    guard let sRGB = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(sRGB) }
    // A cache of the last pixel costs more time than it saves.
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

  /// - Parameters:
  ///   - count: of pixels.
  ///   - to: may be where they come from, when pixels of both have as many bytes; alpha stays as it is there.
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

/// How many bytes a pixel takes: its kind holds the channels, the extra channels and the bytes of each (lcms2.h).
private func bytes(_ kind: cmsUInt32Number) -> Int {
  Int((kind >> 3 & 15) + (kind >> 7 & 7)) * Int(kind & 7)
}

/// An ICC profile that Little CMS has opened.
final class ICCProfile {
  fileprivate let handle: cmsHPROFILE

  /// Nil when it is damaged. Its tags are read when they are needed.
  init?(_ bytes: [UInt8]) {
    guard let handle = cmsOpenProfileFromMem(bytes, cmsUInt32Number(clamping: bytes.count)) else {
      return nil
    }
    self.handle = handle
  }

  /// What a PNG's gAMA and cHRM say; what is missing is sRGB's.
  ///
  /// - Parameters:
  ///   - gamma: of the file, in 1/100000: 45455 for values that are the light to the power of 1/2.2.
  ///   - chromaticities: x and y of white, red, green and blue, likewise.
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
    // IEC 61966-2-1, as ICC.1:2022, 10.18 writes it.
    return cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  }

  /// The profile as a file. Nil without memory for it.
  var bytes: [UInt8]? {
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0, bytes.count >= 132 else { return nil }
    // The same profile is the same bytes at any time: the date of its making (ICC.1:2022, 7.2.9) says nothing here.
    bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return bytes
  }
}
