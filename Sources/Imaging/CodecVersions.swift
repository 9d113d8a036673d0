import CDeflate
import CLCMS
import CPNG
import CTurboJPEG
import CZlib

/// The versions of the codec libraries. libpng and Little CMS report the version that was loaded at run time. The
/// others report the version of the headers that the program was compiled with.
public var codecVersions: [String: String] {
  [
    "libpng": String(cString: png_get_libpng_ver(nil)), "zlib": ZLIB_VERSION,
    "libdeflate": LIBDEFLATE_VERSION_STRING, "libjpeg-turbo": String(cString: cturbojpeg_version()),
    "Little CMS": littleCMSVersion,
  ]
}

/// Little CMS encodes version 2.16 as 2160.
private var littleCMSVersion: String {
  let number = cmsGetEncodedCMMversion()
  return "\(number / 1000).\(number % 1000 / 10)"
}
