import CPNGShim
import CTurboJPEG

/// The versions of the libraries in use; libjpeg-turbo tells only with which it was compiled.
public var codecVersions: [String: String] {
  [
    "libpng": String(cString: png_shim_libpng_version()), "zlib": String(cString: png_shim_zlib_version()),
    "libjpeg-turbo": String(cString: cturbojpeg_version()),
  ]
}
