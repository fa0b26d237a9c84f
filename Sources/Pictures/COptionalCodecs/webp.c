// libwebp (its documentation's "WebP API", binary interface 7).

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "open_library.h"

#if __has_include(<webp/decode.h>) && __has_include(<webp/encode.h>)
#include <webp/decode.h>
#include <webp/encode.h>
#define COPT_HAS_HEADER 1
#endif

// What an encoder is told: the beginnings of two structures, with more room than the rest of them takes. Their first
// fields are the same in every version of the encoder's interface 2.
enum { ENCODER_INTERFACE = 0x0200, USUAL_PRESET = 0 };
typedef struct {
  int lossless;
  float quality;
  int method;
  char rest[500];
} settings;
typedef struct picture {
  int use_argb, colorspace, width, height;
  uint8_t *planes[3];
  int strides[2];
  uint8_t *alpha;
  int alpha_stride;
  uint32_t unused[2];
  uint32_t *argb;
  int argb_stride;
  uint32_t unused_too[3];
  int (*write)(const uint8_t *bytes, size_t count, const struct picture *);
  void *file;
  char rest[800];
} picture;

#ifdef COPT_HAS_HEADER
_Static_assert(ENCODER_INTERFACE >> 8 == WEBP_ENCODER_ABI_VERSION >> 8, "the encoder's interface");
_Static_assert(offsetof(settings, method) == offsetof(WebPConfig, method), "settings");
_Static_assert(sizeof(settings) >= 2 * sizeof(WebPConfig), "settings");
_Static_assert(offsetof(picture, height) == offsetof(WebPPicture, height), "a picture");
_Static_assert(offsetof(picture, write) == offsetof(WebPPicture, writer), "a picture");
_Static_assert(offsetof(picture, file) == offsetof(WebPPicture, custom_ptr), "a picture");
_Static_assert(sizeof(picture) >= 2 * sizeof(WebPPicture), "a picture");
#endif

// Orders of channels, and states of a decoder.
enum { RGBA = 1 };
enum { STATUS_OK = 0, NO_MEMORY = 1, UNSUPPORTED = 4, SUSPENDED = 5, MORE_BYTES = 7 };

#ifdef COPT_HAS_HEADER
_Static_assert(RGBA == MODE_RGBA, "orders of channels");
_Static_assert(NO_MEMORY == VP8_STATUS_OUT_OF_MEMORY, "states of a decoder");
_Static_assert(UNSUPPORTED == VP8_STATUS_UNSUPPORTED_FEATURE, "states of a decoder");
_Static_assert(SUSPENDED == VP8_STATUS_SUSPENDED, "states of a decoder");
_Static_assert(MORE_BYTES == VP8_STATUS_NOT_ENOUGH_DATA, "states of a decoder");
#endif

#define FUNCTIONS(F)                                                                             \
  F(WebPGetDecoderVersion, int, (void))                                                          \
  F(WebPINewRGB, void *, (int order, uint8_t *rows, size_t count, int stride))                   \
  F(WebPIUpdate, int, (void *decoder, const uint8_t *bytes, size_t count))                       \
  F(WebPIDecGetRGB, uint8_t *,                                                                   \
    (const void *decoder, int *last_row, int *width, int *height, int *stride))                  \
  F(WebPIDelete, void, (void *decoder))                                                          \
  F(WebPConfigInitInternal, int, (settings *, int preset, float quality, int interface))         \
  F(WebPPictureInitInternal, int, (picture *, int interface))                                    \
  F(WebPPictureImportRGBA, int, (picture *, const uint8_t *rows, int stride))                    \
  F(WebPEncode, int, (const settings *, picture *))                                              \
  F(WebPPictureFree, void, (picture *))

static struct {
#define MEMBER(name, result, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
} libwebp;

static copt_library found = {.path = ""};

static void load(void) {
  static const char *const names[] = COPT_NAMES("webp", "7");
  void *library = copt_open_library(names);
  if (!library) return;
#define FIND(name, result, arguments) \
  if (!(libwebp.name = (result(*) arguments)dlsym(library, #name))) return;
  FUNCTIONS(FIND)
#undef FIND
  found.version = (uint32_t)libwebp.WebPGetDecoderVersion();
  found.path = copt_path_of((const void *)libwebp.WebPINewRGB);
  found.is_found = true;
}

const copt_library *copt_libwebp(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &found;
}

struct copt_webp_reader {
  void *decoder;
};

copt_webp_reader *copt_webp_open(uint8_t *rows, size_t byte_count, size_t stride) {
  if (stride > INT32_MAX) return NULL;
  copt_webp_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->decoder = libwebp.WebPINewRGB(RGBA, rows, byte_count, (int)stride);
  if (reader->decoder) return reader;
  free(reader);
  return NULL;
}

cimage_status copt_webp_advance(copt_webp_reader *reader, const uint8_t *bytes, size_t count) {
  switch (libwebp.WebPIUpdate(reader->decoder, bytes, count)) {
    case STATUS_OK: return CIMAGE_OK;
    case NO_MEMORY: return CIMAGE_OUT_OF_MEMORY;
    case UNSUPPORTED: return CIMAGE_UNSUPPORTED;
    case SUSPENDED:
    case MORE_BYTES: return CIMAGE_TRUNCATED;
    default: return CIMAGE_DAMAGED;
  }
}

uint32_t copt_webp_rows(copt_webp_reader *reader) {
  int rows = 0;
  if (!libwebp.WebPIDecGetRGB(reader->decoder, &rows, NULL, NULL, NULL)) return 0;
  return rows > 0 ? (uint32_t)rows : 0;
}

void copt_webp_close(copt_webp_reader *reader) {
  libwebp.WebPIDelete(reader->decoder);
  free(reader);
}

// A file in the making.
typedef struct {
  uint8_t *bytes;
  size_t count, room;
} file;

static int append(const uint8_t *bytes, size_t count, const picture *source) {
  file *target = source->file;
  if (count > target->room - target->count) {
    size_t room = 2 * target->room > target->count + count ? 2 * target->room : target->count + count;
    uint8_t *larger = realloc(target->bytes, room);
    if (!larger) return 0;
    target->bytes = larger;
    target->room = room;
  }
  memcpy(target->bytes + target->count, bytes, count);
  target->count += count;
  return 1;
}

size_t copt_webp_encode(const uint8_t *rows, uint32_t width, uint32_t height, size_t stride,
                        float quality, int method, uint8_t **bytes) {
  *bytes = NULL;
  if (stride > INT32_MAX) return 0;
  settings how;
  picture source;
  if (!libwebp.WebPConfigInitInternal(&how, USUAL_PRESET, quality, ENCODER_INTERFACE)) return 0;
  if (!libwebp.WebPPictureInitInternal(&source, ENCODER_INTERFACE)) return 0;
  how.method = method;
  file target = {0};
  source.width = (int)width;
  source.height = (int)height;
  source.write = append;
  source.file = &target;
  int is_whole = libwebp.WebPPictureImportRGBA(&source, rows, (int)stride) &&
                 libwebp.WebPEncode(&how, &source);
  libwebp.WebPPictureFree(&source);
  if (!is_whole) {
    free(target.bytes);
    return 0;
  }
  *bytes = target.bytes;
  return target.count;
}

void copt_webp_free(uint8_t *file) { free(file); }
