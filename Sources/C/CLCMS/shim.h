#include <lcms2.h>

/* Little CMS's pixel formats are macros built from other macros, which Swift can't import. */

/* For grey pixels stored as RGB: only the first channel is read. */
static const cmsUInt32Number clcms_grey_of_rgb_8 = TYPE_GRAY_8 | EXTRA_SH(2);
static const cmsUInt32Number clcms_grey_of_rgba_8 = TYPE_GRAY_8 | EXTRA_SH(3);
static const cmsUInt32Number clcms_grey_of_rgb_16 = TYPE_GRAY_16 | EXTRA_SH(2);
static const cmsUInt32Number clcms_grey_of_rgba_16 = TYPE_GRAY_16 | EXTRA_SH(3);
static const cmsUInt32Number clcms_rgb_8 = TYPE_RGB_8;
static const cmsUInt32Number clcms_rgb_16 = TYPE_RGB_16;
static const cmsUInt32Number clcms_rgba_8 = TYPE_RGBA_8;
static const cmsUInt32Number clcms_rgba_16 = TYPE_RGBA_16;
/* Inverted: 0 means full ink. */
static const cmsUInt32Number clcms_cmyk_8_inverted = TYPE_CMYK_8_REV;
