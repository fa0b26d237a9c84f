// Colours that are not RGB, through Little CMS, whose pixel formats are macros.

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

#include "CImageShims.h"

// A transform in a context of its own, from a profile that is given to a space of lcms's own.
typedef struct {
  cmsContext context;
  cmsHTRANSFORM transform;
} own_transform;

static void close_transform(own_transform *own) {
  if (own->transform) cmsDeleteTransform(own->transform);
  if (own->context) cmsDeleteContext(own->context);
  own->transform = NULL;
  own->context = NULL;
}

// The profile is NULL for L*a*b*.
static bool open_transform(own_transform *own, const uint8_t *profile, size_t count,
                           cmsColorSpaceSignature space, cmsUInt32Number from_format, bool to_light,
                           cmsUInt32Number to_format, cmsUInt32Number flags) {
  *own = (own_transform){0};
  if (count > UINT32_MAX || !(own->context = cmsCreateContext(NULL, NULL))) return false;
  cmsHPROFILE from = profile
                         ? cmsOpenProfileFromMemTHR(own->context, profile, (cmsUInt32Number)count)
                         : cmsCreateLab2ProfileTHR(own->context, NULL);
  cmsHPROFILE to = to_light ? cmsCreateXYZProfileTHR(own->context)
                            : cmsCreate_sRGBProfileTHR(own->context);
  if (from && to && cmsGetColorSpace(from) == space) {
    own->transform = cmsCreateTransformTHR(own->context, from, from_format, to, to_format,
                                           INTENT_RELATIVE_COLORIMETRIC, flags);
  }
  if (from) cmsCloseProfile(from);
  if (to) cmsCloseProfile(to);
  if (own->transform) return true;
  close_transform(own);
  return false;
}

bool cimage_grey_light(const uint8_t *profile, size_t count, uint16_t *light, size_t light_count) {
  own_transform own;
  if (!profile || light_count < 2 ||
      !open_transform(&own, profile, count, cmsSigGrayData, TYPE_GRAY_16, true, TYPE_XYZ_DBL,
                      cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE)) {
    return false;
  }
  double white = 0;
  for (size_t i = light_count; i-- > 0;) {
    const uint16_t grey = (uint16_t)((i * 65535 + (light_count - 1) / 2) / (light_count - 1));
    cmsCIEXYZ color = {0};
    cmsDoTransform(own.transform, &grey, &color, 1);
    if (i == light_count - 1) white = color.Y;
    double value = white > 0 ? color.Y / white : 0;
    light[i] = value >= 1 ? 65535 : value > 0 ? (uint16_t)(value * 65535 + 0.5) : 0;
  }
  close_transform(&own);
  return white > 0;
}

struct cimage_ink_conversion {
  own_transform own;
};

cimage_ink_conversion *cimage_inks_open(const uint8_t *profile, size_t count,
                                        cimage_ink_samples samples) {
  cimage_ink_conversion *conversion = calloc(1, sizeof *conversion);
  if (conversion && profile &&
      open_transform(&conversion->own, profile, count, cmsSigCmykData,
                     samples == CIMAGE_INVERTED_INKS_8 ? TYPE_CMYK_8_REV : TYPE_CMYK_8, false,
                     TYPE_RGB_8, 0)) {
    return conversion;
  }
  free(conversion);
  return NULL;
}

void cimage_inks_run(const cimage_ink_conversion *conversion, const uint8_t *inks, uint8_t *pixels,
                     uint32_t count) {
  uint8_t colors[3 * 1024];
  while (count > 0) {
    const uint32_t some = count < 1024 ? count : 1024;
    cmsDoTransform(conversion->own.transform, inks, colors, some);
    for (uint32_t i = 0; i < some; i++) {
      memcpy(pixels + 4 * i, colors + 3 * i, 3);
      pixels[4 * i + 3] = 255;
    }
    inks += 4 * (size_t)some;
    pixels += 4 * (size_t)some;
    count -= some;
  }
}

void cimage_inks_close(cimage_ink_conversion *conversion) {
  if (conversion) close_transform(&conversion->own);
  free(conversion);
}

struct cimage_lab_conversion {
  own_transform own;
};

cimage_lab_conversion *cimage_lab_open(void) {
  cimage_lab_conversion *conversion = calloc(1, sizeof *conversion);
  if (conversion && open_transform(&conversion->own, NULL, 0, cmsSigLabData, TYPE_LabV2_16, false,
                                   TYPE_RGB_8, cmsFLAGS_NOOPTIMIZE)) {
    return conversion;
  }
  free(conversion);
  return NULL;
}

void cimage_lab_run(const cimage_lab_conversion *conversion, const uint16_t *lab, uint8_t *pixels,
                    uint32_t count) {
  uint8_t colors[3 * 1024];
  while (count > 0) {
    const uint32_t some = count < 1024 ? count : 1024;
    cmsDoTransform(conversion->own.transform, lab, colors, some);
    for (uint32_t i = 0; i < some; i++) memcpy(pixels + 4 * i, colors + 3 * i, 3);
    lab += 3 * (size_t)some;
    pixels += 4 * (size_t)some;
    count -= some;
  }
}

void cimage_lab_close(cimage_lab_conversion *conversion) {
  if (conversion) close_transform(&conversion->own);
  free(conversion);
}
