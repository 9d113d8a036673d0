#include <libdeflate.h>
#include <png.h>
#include <zlib.h>

#include "CPNGShim.h"

const char *png_shim_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *png_shim_zlib_version(void) { return ZLIB_VERSION; }

const char *png_shim_libdeflate_version(void) { return LIBDEFLATE_VERSION_STRING; }
