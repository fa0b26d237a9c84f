// libwebp (its documentation's "WebP API", binary interface 7).

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "open_library.h"

#if __has_include(<webp/decode.h>) && __has_include(<webp/encode.h>)
#include <webp/decode.h>
#include <webp/encode.h>
#define COPT_HAS_HEADER 1
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
  F(WebPEncodeRGBA, size_t,                                                                      \
    (const uint8_t *rows, int width, int height, int stride, float quality, uint8_t **file))     \
  F(WebPFree, void, (void *file))

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

size_t copt_webp_encode(const uint8_t *rows, uint32_t width, uint32_t height, size_t stride,
                        float quality, uint8_t **file) {
  *file = NULL;
  if (stride > INT32_MAX) return 0;
  return libwebp.WebPEncodeRGBA(rows, (int)width, (int)height, (int)stride, quality, file);
}

void copt_webp_free(uint8_t *file) { libwebp.WebPFree(file); }
