#include <lcms2.h>
#include <stdlib.h>

#include "CImageShims.h"

struct cimage_conversion {
  cmsContext context;
  cmsHTRANSFORM transform;
};

// A context of its own: no state is shared between threads, and lcms2's messages go nowhere.
cimage_conversion *cimage_conversion_open(const uint8_t *profile, size_t count) {
  if (count > UINT32_MAX) return NULL;
  cimage_conversion *conversion = calloc(1, sizeof *conversion);
  if (!conversion) return NULL;
  conversion->context = cmsCreateContext(NULL, NULL);
  cmsHPROFILE from = NULL, to = NULL;
  if (conversion->context) {
    from = cmsOpenProfileFromMemTHR(conversion->context, profile, (cmsUInt32Number)count);
    to = cmsCreate_sRGBProfileTHR(conversion->context);
  }
  if (from && to && cmsGetColorSpace(from) == cmsSigRgbData) {
    conversion->transform =
        cmsCreateTransformTHR(conversion->context, from, TYPE_RGBA_8, to, TYPE_RGBA_8,
                              INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_COPY_ALPHA);
  }
  if (from) cmsCloseProfile(from);
  if (to) cmsCloseProfile(to);
  if (conversion->transform) return conversion;
  cimage_conversion_close(conversion);
  return NULL;
}

void cimage_conversion_run(const cimage_conversion *conversion, uint8_t *pixels, uint32_t count) {
  cmsDoTransform(conversion->transform, pixels, pixels, count);
}

void cimage_conversion_close(cimage_conversion *conversion) {
  if (!conversion) return;
  if (conversion->transform) cmsDeleteTransform(conversion->transform);
  if (conversion->context) cmsDeleteContext(conversion->context);
  free(conversion);
}
