import CLCMS
import CPNGShim
import CTurboJPEG

/// The versions of the libraries in use; libpng and Little CMS report the one that runs, the others the one compiled with.
public var codecVersions: [String: String] {
  [
    "libpng": String(cString: png_shim_libpng_version()), "zlib": String(cString: png_shim_zlib_version()),
    "libdeflate": String(cString: png_shim_libdeflate_version()),
    "libjpeg-turbo": String(cString: cturbojpeg_version()),
    "Little CMS": littleCMSVersion,
  ]
}

/// Little CMS says 2160 for 2.16.
private var littleCMSVersion: String {
  let number = cmsGetEncodedCMMversion()
  return "\(number / 1000).\(number % 1000 / 10)"
}
