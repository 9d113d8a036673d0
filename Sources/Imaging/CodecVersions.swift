import CDeflate
import CLCMS
import CPNG
import CTurboJPEG
import CZlib

/// The versions of the libraries in use; libpng and Little CMS report the one that runs, the others the one compiled with.
public var codecVersions: [String: String] {
  [
    "libpng": String(cString: png_get_libpng_ver(nil)), "zlib": ZLIB_VERSION,
    "libdeflate": LIBDEFLATE_VERSION_STRING, "libjpeg-turbo": String(cString: cturbojpeg_version()),
    "Little CMS": littleCMSVersion,
  ]
}

/// Little CMS says 2160 for 2.16.
private var littleCMSVersion: String {
  let number = cmsGetEncodedCMMversion()
  return "\(number / 1000).\(number % 1000 / 10)"
}
