// How libpng's errors reach the setjmp of the function that called it: shared by reader and writer.
#ifndef CPNGSHIM_FAILURE_H
#define CPNGSHIM_FAILURE_H

#include <png.h>
#include <string.h>

#include "CPNGShim.h"

static void png_shim_keep(char *reason, const char *message) {
  strncpy(reason, message, PNG_SHIM_REASON - 1);
  reason[PNG_SHIM_REASON - 1] = 0;
}

/// The error pointer is the caller's buffer for the reason.
static void png_shim_fail(png_structp png, png_const_charp message) {
  char *reason = png_get_error_ptr(png);
  if (reason) png_shim_keep(reason, message);
  png_longjmp(png, 1);
}

#endif
