#include <lcms2.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "CImageShims.h"

struct cimage_conversion {
  cmsContext context;
  cmsHPROFILE from, to;  // NULL once the transform is the fast one, or none is needed
  cmsHTRANSFORM transform;
  cimage_matrix_rows *rows;  // NULL where the transform does it
  uint8_t *profile;  // a copy; NULL where the conversion is not to be kept
  size_t count;
  cimage_gamut gamut;
  uint64_t hash;
  cimage_color_change change;
};

// Conversions that are not in use, for the next picture with the same profile. Preparing one takes
// some milliseconds, longer than decoding a small photo, and most photos carry one of few profiles.
//
// A conversion belongs to the thread that took it out of its slot, in one atomic step. There is no lock that
// a fork could find held: at worst the child lacks what other threads had taken.
enum { SLOTS = 8, LARGEST_KEPT = 1 << 16 };
static _Atomic(cimage_conversion *) slots[SLOTS];
// The hashes of the profiles, to leave the other slots alone. Hints only: bytes decide.
static _Atomic uint64_t hints[SLOTS];
static atomic_uint next_slot;

// FNV-1a.
static uint64_t hash_of(const uint8_t *bytes, size_t count) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static void close_profiles(cimage_conversion *conversion) {
  if (conversion->from) cmsCloseProfile(conversion->from);
  if (conversion->to) cmsCloseProfile(conversion->to);
  conversion->from = conversion->to = NULL;
}

static void destroy(cimage_conversion *conversion) {
  if (!conversion) return;
  if (conversion->transform) cmsDeleteTransform(conversion->transform);
  close_profiles(conversion);
  if (conversion->context) cmsDeleteContext(conversion->context);
  cimage_matrix_rows_free(conversion->rows);
  free(conversion->profile);
  free(conversion);
}

// Puts a conversion where the next one who needs it looks; what was there before goes.
static void keep(cimage_conversion *conversion) {
  for (int i = 0; i < SLOTS; i++) {
    cimage_conversion *nothing = NULL;
    if (atomic_compare_exchange_strong(&slots[i], &nothing, conversion)) {
      atomic_store(&hints[i], conversion->hash);
      return;
    }
  }
  unsigned slot = atomic_fetch_add(&next_slot, 1) % SLOTS;
  atomic_store(&hints[slot], conversion->hash);
  destroy(atomic_exchange(&slots[slot], conversion));
}

static cimage_conversion *take(const uint8_t *profile, size_t count, cimage_gamut gamut,
                               uint64_t hash) {
  for (int i = 0; i < SLOTS; i++) {
    if (atomic_load(&hints[i]) != hash) continue;
    cimage_conversion *found = atomic_exchange(&slots[i], NULL);
    if (!found) continue;
    if (found->gamut == gamut && found->count == count &&
        memcmp(found->profile, profile, count) == 0) {
      return found;
    }
    keep(found);
  }
  return NULL;
}

// Without the cache of the last colour several threads may use a transform.
static cmsHTRANSFORM make_transform(const cimage_conversion *conversion, cmsUInt32Number flags) {
  return cmsCreateTransformTHR(conversion->context, conversion->from, TYPE_RGB_8, conversion->to,
                               TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
                               flags | cmsFLAGS_NOCACHE);
}

// Display P3: the primaries of SMPTE EG 432-1, the white and the curve of sRGB (IEC 61966-2-1).
static cmsHPROFILE display_p3(cmsContext context) {
  const cmsFloat64Number curve[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  const cmsCIExyY white = {0.3127, 0.3290, 1};
  const cmsCIExyYTRIPLE primaries = {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
  cmsToneCurve *light = cmsBuildParametricToneCurve(context, 4, curve);
  if (!light) return NULL;
  cmsToneCurve *const channels[] = {light, light, light};
  cmsHPROFILE profile = cmsCreateRGBProfileTHR(context, &white, &primaries, channels);
  cmsFreeToneCurve(light);
  return profile;
}

// A context of its own: no state is shared between threads, and lcms2's messages go nowhere.
//
// The transform is not optimised yet: that takes four times as long as all of this, and most
// profiles turn out to be sRGB, which needs none.
static cimage_conversion *prepare(const uint8_t *profile, size_t count, cimage_gamut gamut) {
  cimage_conversion *conversion = calloc(1, sizeof *conversion);
  if (!conversion) return NULL;
  conversion->gamut = gamut;
  conversion->context = cmsCreateContext(NULL, NULL);
  if (conversion->context) {
    conversion->from =
        cmsOpenProfileFromMemTHR(conversion->context, profile, (cmsUInt32Number)count);
    conversion->to = gamut == CIMAGE_DISPLAY_P3 ? display_p3(conversion->context)
                                                : cmsCreate_sRGBProfileTHR(conversion->context);
  }
  if (conversion->from && conversion->to &&
      cmsGetColorSpace(conversion->from) == cmsSigRgbData) {
    conversion->transform = make_transform(conversion, cmsFLAGS_NOOPTIMIZE);
  }
  if (conversion->transform) return conversion;
  destroy(conversion);
  return NULL;
}

cimage_conversion *cimage_conversion_open(const uint8_t *profile, size_t count,
                                          cimage_gamut gamut) {
  if (!profile || count > UINT32_MAX) return NULL;
  if (count > LARGEST_KEPT) return prepare(profile, count, gamut);
  uint64_t hash = hash_of(profile, count) ^ (uint64_t)gamut;
  cimage_conversion *conversion = take(profile, count, gamut, hash);
  if (conversion) return conversion;
  conversion = prepare(profile, count, gamut);
  if (!conversion || !(conversion->profile = malloc(count))) return conversion;
  memcpy(conversion->profile, profile, count);
  conversion->count = count;
  conversion->hash = hash;
  return conversion;
}

// What is a table by this intent counts more than a matrix (ICC.1:2022, 8.3).
static bool has_tables(cmsHPROFILE profile) {
  static const cmsTagSignature tables[] = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigDToB0Tag,
                                           cmsSigDToB1Tag};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (cmsIsTag(profile, tables[i])) return true;
  }
  return false;
}

static bool read_primaries(cmsHPROFILE profile, double *primaries) {
  static const cmsTagSignature tags[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                         cmsSigBlueColorantTag};
  for (int i = 0; i < 3; i++) {
    const cmsCIEXYZ *color = cmsReadTag(profile, tags[i]);
    if (!color) return false;
    primaries[i] = color->X;
    primaries[3 + i] = color->Y;
    primaries[6 + i] = color->Z;
  }
  return true;
}

static bool read_lights(cmsHPROFILE profile, double *lights) {
  static const cmsTagSignature tags[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  for (int i = 0; i < 3; i++) {
    const cmsToneCurve *curve = cmsReadTag(profile, tags[i]);
    if (!curve) return false;
    for (int level = 0; level < 256; level++) {
      lights[256 * i + level] = cmsEvalToneCurveFloat(curve, (cmsFloat32Number)level / 255);
    }
  }
  return true;
}

bool cimage_conversion_matrix(const cimage_conversion *conversion, double *lights,
                              double *primaries, double *gamut) {
  const cmsHPROFILE from = conversion->from;
  return from && conversion->to && cmsGetPCS(from) == cmsSigXYZData && !has_tables(from) &&
         read_primaries(from, primaries) && read_primaries(conversion->to, gamut) &&
         read_lights(from, lights);
}

void cimage_conversion_set_rows(cimage_conversion *conversion, cimage_matrix_rows *rows) {
  cimage_matrix_rows_free(conversion->rows);
  conversion->rows = rows;
}

cimage_color_change cimage_conversion_change(const cimage_conversion *conversion) {
  return conversion->change;
}

void cimage_conversion_set_change(cimage_conversion *conversion, cimage_color_change change) {
  conversion->change = change;
  if (change == CIMAGE_CHANGES_COLORS && conversion->from && !conversion->rows) {
    cmsHTRANSFORM fast = make_transform(conversion, 0);
    if (fast) {
      cmsDeleteTransform(conversion->transform);
      conversion->transform = fast;
    }
  }
  close_profiles(conversion);
}

// Colours that were converted, for the next pixels of the same colour: flat pictures have few, and a table of
// printers takes 50 ns a pixel.
enum { REMEMBERED_BITS = 12, REMEMBERED = 1 << REMEMBERED_BITS, AT_ONCE = 1024, USED = 1 << 24 };
// The second number of a colour that waits for the transform is its place among those that do.
enum { WAITS = 1 << 25 };
//     bits     31 … 26   25      24     23 … 0
//     from     –         WAITS   USED   colour
//     to                                what it becomes, or its place among those that wait
//
// USED tells black from an entry without a colour.
typedef struct {
  uint32_t from, to;
} remembered_color;

static uint32_t place_of(uint32_t color) {
  return color * 2654435761u >> (32 - REMEMBERED_BITS);
}

static void convert_each(const cimage_conversion *conversion, uint8_t *pixels, uint32_t count) {
  uint8_t colors[3 * AT_ONCE];
  for (uint32_t i = 0; i < count; i++) memcpy(colors + 3 * i, pixels + 4 * i, 3);
  cmsDoTransform(conversion->transform, colors, colors, count);
  for (uint32_t i = 0; i < count; i++) memcpy(pixels + 4 * i, colors + 3 * i, 3);
}

// Converts up to AT_ONCE pixels, and returns how many had to be.
static uint32_t convert_remembering(const cimage_conversion *conversion, remembered_color *known,
                                uint8_t *pixels, uint32_t count) {
  uint8_t colors[3 * AT_ONCE];
  uint32_t waiting[AT_ONCE], results[AT_ONCE];
  uint32_t missing = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *pixel = pixels + 4 * i;
    const uint32_t color = pixel[0] | (uint32_t)pixel[1] << 8 | (uint32_t)pixel[2] << 16;
    remembered_color *place = known + place_of(color);
    if ((place->from & ~(uint32_t)WAITS) != (color | USED)) {
      memcpy(colors + 3 * missing, pixel, 3);
      waiting[missing] = color;
      *place = (remembered_color){color | USED | WAITS, missing++};
    }
    results[i] = place->from & WAITS ? place->to | WAITS : place->to;
  }
  cmsDoTransform(conversion->transform, colors, colors, missing);
  for (uint32_t i = 0; i < missing; i++) {
    const uint8_t *color = colors + 3 * i;
    remembered_color *place = known + place_of(waiting[i]);
    if (place->from == (waiting[i] | USED | WAITS) && place->to == i) {
      place->from = waiting[i] | USED;
      place->to = color[0] | (uint32_t)color[1] << 8 | (uint32_t)color[2] << 16;
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *pixel = pixels + 4 * i;
    if (results[i] & WAITS) {
      memcpy(pixel, colors + 3 * (results[i] & ~(uint32_t)WAITS), 3);
    } else {
      pixel[0] = (uint8_t)results[i];
      pixel[1] = (uint8_t)(results[i] >> 8);
      pixel[2] = (uint8_t)(results[i] >> 16);
    }
  }
  return missing;
}

// Alpha stays where it is: lcms2 takes half as long again for pixels that have it.
void cimage_conversion_run(const cimage_conversion *conversion, uint8_t *pixels, uint32_t count) {
  if (conversion->rows) {
    cimage_matrix_rows_run(conversion->rows, cimage_matrix_loops() - 1, pixels, count);
    return;
  }
  remembered_color known[REMEMBERED] = {0};
  uint32_t times_without = 0;
  while (count > 0) {
    const uint32_t some = count < AT_ONCE ? count : AT_ONCE;
    if (times_without > 0) {
      times_without--;
      convert_each(conversion, pixels, some);
    } else if (convert_remembering(conversion, known, pixels, some) > some / 4 * 3) {
      // Remembering takes longer than it saves: the next is tried after a while.
      times_without = 15;
    }
    pixels += 4 * (size_t)some;
    count -= some;
  }
}

void cimage_conversion_close(cimage_conversion *conversion) {
  if (conversion && conversion->profile) {
    keep(conversion);
  } else {
    destroy(conversion);
  }
}
