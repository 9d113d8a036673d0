#include <isa-l.h>
#include <libdeflate.h>
#include <png.h>
#include <zlib.h>

#include "CPNGShim.h"

#define WORDS(...) #__VA_ARGS__
#define DOTTED(major, minor, patch) WORDS(major) "." WORDS(minor) "." WORDS(patch)

const char *png_shim_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *png_shim_zlib_version(void) { return ZLIB_VERSION; }

const char *png_shim_libdeflate_version(void) { return LIBDEFLATE_VERSION_STRING; }

const char *png_shim_isal_version(void) {
  return DOTTED(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
}
