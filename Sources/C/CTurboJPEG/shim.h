#include <turbojpeg.h>
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif

#define CTURBOJPEG_WORDS(...) #__VA_ARGS__
#define CTURBOJPEG_VALUE(name) CTURBOJPEG_WORDS(name)

/* The version is no number, and no string: Swift cannot import it. */
static inline const char *cturbojpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return CTURBOJPEG_VALUE(LIBJPEG_TURBO_VERSION);
#else
  return "unknown";
#endif
}
