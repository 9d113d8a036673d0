import CLCMS
import Testing

@testable import Imaging

/// ICC profiles created with Little CMS.
enum SampleProfile {
  /// Display P3: x and y of white, red, green and blue in 1/100000 (SMPTE RP 431-2 with a D65 white point).
  static let p3 = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]

  /// Returns a Display P3 profile with the P3 primaries and the sRGB curve.
  static func displayP3() throws -> [UInt8] {
    try #require(ICCProfile(gamma: nil, chromaticities: p3)?.bytes)
  }

  /// Returns a profile for greys that are light to the power of 1 / `gamma`.
  static func grey(gamma: Double) -> [UInt8] {
    let curve = cmsBuildGamma(nil, gamma)
    defer { cmsFreeToneCurve(curve) }
    return bytes(cmsCreateGrayProfile(cmsD50_xyY(), curve))
  }

  /// Returns a CMYK profile that no printer has. Cyan alone gives the CIE L*a*b* colour, no ink gives white, and
  /// everything else gives black.
  static func inks(cyan: (l: Double, a: Double, b: Double)) -> [UInt8] {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigOutputClass)
    cmsSetColorSpace(profile, cmsSigCmykData)
    cmsSetPCS(profile, cmsSigLabData)
    // The corners of a four-dimensional cube of inks, the last ink varying fastest (ICC.1:2001-04, 6.5.7; numbers as in
    // 6.3.4.2).
    func lab(_ l: Double, _ a: Double, _ b: Double) -> [UInt16] {
      [UInt16(l * 652.8), UInt16((a + 128) * 256), UInt16((b + 128) * 256)]
    }
    let corners = (0..<16).flatMap { corner in
      corner == 0 ? lab(100, 0, 0) : corner == 8 ? lab(cyan.l, cyan.a, cyan.b) : lab(0, 0, 0)
    }
    let pipeline = cmsPipelineAlloc(nil, 4, 3)
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocCLut16bit(nil, 2, 4, 3, corners))
    cmsWriteTag(profile, cmsSigAToB0Tag, pipeline.map { UnsafeRawPointer($0) })
    cmsPipelineFree(pipeline)
    return bytes(profile)
  }

  private static func bytes(_ profile: cmsHPROFILE?) -> [UInt8] {
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }

  /// Returns a JPEG with a profile or a part of one.
  static func jpeg(
    _ file: [UInt8], with profile: some Collection<UInt8>, part: UInt8 = 1, of count: UInt8 = 1
  ) -> [UInt8] {
    SampleJPEG.adding(0xE2, Array("ICC_PROFILE\0".utf8) + [part, count] + profile, to: file)
  }
}
