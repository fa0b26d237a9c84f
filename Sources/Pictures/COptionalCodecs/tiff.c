// libtiff from version 4.5, whose messages come to the one who opened a file (TIFFOpenOptions);
// binary interface 6.
//
// libtiff makes RGBA of every kind of TIFF (TIFFRGBAImage), a strip or a row of tiles at a time.

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "open_library.h"

#if __has_include(<tiffio.h>)
#include <tiffio.h>
#define COPT_HAS_HEADER 1
#endif

typedef int (*message_handler)(void *tiff, void *reader, const char *module, const char *format,
                               va_list arguments);
typedef int64_t (*transfer)(void *reader, void *bytes, int64_t count);
typedef uint64_t (*seeking)(void *reader, uint64_t offset, int whence);
typedef int (*closing)(void *reader);
typedef uint64_t (*sizing)(void *reader);
typedef int (*mapping)(void *reader, void **base, uint64_t *size);
typedef void (*unmapping)(void *reader, void *base, uint64_t size);

// TIFFRGBAImage. Room at its end, should a version add fields.
typedef struct {
  void *tiff;
  int stops_at_errors;
  int is_contiguous;
  int alpha;
  uint32_t width, height;
  uint16_t bit_depth, samples, orientation, asked_orientation, photometric;
  uint16_t *palette[3];
  void *get, *put, *map, *bw_map, *palette_map, *ycbcr, *lab, *alpha_table, *depth_table;
  int row_offset, column_offset;
  uint64_t room[64];
} rgba_image;

// Tags and their values (TIFF 6.0 and its supplements).
enum {
  TAG_WIDTH = 256, TAG_HEIGHT = 257, TAG_BITS = 258, TAG_COMPRESSION = 259, TAG_PHOTOMETRIC = 262,
  TAG_ORIENTATION = 274, TAG_SAMPLES = 277, TAG_STRIP_ROWS = 278, TAG_PLANES = 284,
  TAG_TILE_HEIGHT = 323, TAG_TILE_WIDTH = 322, TAG_EXTRA_SAMPLES = 338, TAG_PROFILE = 34675,
};
enum { UNSPECIFIED = 0, PREMULTIPLIED = 1, STRAIGHT = 2 };
enum { SEPARATE_PLANES = 2, UNCOMPRESSED = 1 };

#ifdef COPT_HAS_HEADER
#define SAME_PLACE(own, theirs) \
  _Static_assert(offsetof(rgba_image, own) == offsetof(TIFFRGBAImage, theirs), "TIFFRGBAImage")
SAME_PLACE(stops_at_errors, stoponerr);
SAME_PLACE(alpha, alpha);
SAME_PLACE(asked_orientation, req_orientation);
SAME_PLACE(palette, redcmap);
SAME_PLACE(depth_table, Bitdepth16To8);
SAME_PLACE(row_offset, row_offset);
_Static_assert(sizeof(rgba_image) >= sizeof(TIFFRGBAImage), "TIFFRGBAImage");
_Static_assert(TAG_EXTRA_SAMPLES == TIFFTAG_EXTRASAMPLES, "tags");
_Static_assert(TAG_PROFILE == TIFFTAG_ICCPROFILE, "tags");
_Static_assert(PREMULTIPLIED == EXTRASAMPLE_ASSOCALPHA, "kinds of alpha");
_Static_assert(sizeof(tmsize_t) == sizeof(int64_t), "sizes");
#endif

#define FUNCTIONS(F)                                                                              \
  F(TIFFGetVersion, const char *, (void))                                                         \
  F(TIFFOpenOptionsAlloc, void *, (void))                                                         \
  F(TIFFOpenOptionsFree, void, (void *options))                                                   \
  F(TIFFOpenOptionsSetMaxSingleMemAlloc, void, (void *options, int64_t bytes))                    \
  F(TIFFOpenOptionsSetErrorHandlerExtR, void, (void *options, message_handler, void *reader))     \
  F(TIFFOpenOptionsSetWarningHandlerExtR, void, (void *options, message_handler, void *reader))   \
  F(TIFFClientOpenExt, void *,                                                                    \
    (const char *name, const char *mode, void *reader, transfer read, transfer write, seeking,    \
     closing, sizing, mapping, unmapping, void *options))                                         \
  F(TIFFClose, void, (void *tiff))                                                                \
  F(TIFFGetField, int, (void *tiff, uint32_t tag, ...))                                           \
  F(TIFFGetFieldDefaulted, int, (void *tiff, uint32_t tag, ...))                                  \
  F(TIFFSetField, int, (void *tiff, uint32_t tag, ...))                                           \
  F(TIFFIsTiled, int, (void *tiff))                                                               \
  F(TIFFStripSize64, uint64_t, (void *tiff))                                                      \
  F(TIFFTileSize64, uint64_t, (void *tiff))                                                       \
  F(TIFFReadBufferSetup, int, (void *tiff, void *buffer, int64_t bytes))                          \
  F(TIFFLastDirectory, int, (void *tiff))                                                         \
  F(TIFFRGBAImageOK, int, (void *tiff, char *message))                                            \
  F(TIFFRGBAImageBegin, int, (rgba_image *, void *tiff, int stops_at_errors, char *message))      \
  F(TIFFRGBAImageGet, int, (rgba_image *, uint32_t *rows, uint32_t width, uint32_t count))        \
  F(TIFFRGBAImageEnd, void, (rgba_image *))

static struct {
#define MEMBER(name, result, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
} libtiff;

static copt_library found = {.path = ""};

static void load(void) {
  static const char *const names[] = COPT_NAMES("tiff", "6");
  void *library = copt_open_library(names);
  if (!library) return;
#define FIND(name, result, arguments) \
  if (!(libtiff.name = (result(*) arguments)dlsym(library, #name))) return;
  FUNCTIONS(FIND)
#undef FIND
  // "LIBTIFF, Version 4.5.0\nCopyright …"
  unsigned major = 0, minor = 0, patch = 0;
  const char *text = strstr(libtiff.TIFFGetVersion(), "Version ");
  if (!text || sscanf(text, "Version %u.%u.%u", &major, &minor, &patch) < 2) return;
  found.version = (major & 0xFF) << 16 | (minor & 0xFF) << 8 | (patch & 0xFF);
  found.path = copt_path_of((const void *)libtiff.TIFFClose);
  found.is_found = true;
}

const copt_library *copt_libtiff(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &found;
}

struct copt_tiff_reader {
  void *tiff;
  cimage_input input;
  uint64_t offset;
  bool is_unreadable;
  cimage_report *report;
  rgba_image image;
  bool has_begun;
  uint32_t width;
  uint16_t alpha_kind;  // of the file
  bool drops_alpha;
  void *tile;  // the stored bytes of one, where libtiff is given the room for them
};

static int take_error(void *tiff, void *reader, const char *module, const char *format,
                      va_list arguments) {
  (void)tiff, (void)module;
  char text[CIMAGE_TEXT_BYTES];
  vsnprintf(text, sizeof text, format, arguments);
  copt_tiff_reader *own = reader;
  // A message ends without a full stop; sentences are made of it.
  for (size_t i = strlen(text); i > 0 && (text[i - 1] == '.' || text[i - 1] == '\n');) text[--i] = 0;
  copt_fail(own->report, own->is_unreadable ? CIMAGE_UNREADABLE : CIMAGE_DAMAGED, text);
  return 1;
}

// Most warnings are about tags that nobody asked for.
static int drop_warning(void *tiff, void *reader, const char *module, const char *format,
                        va_list arguments) {
  (void)tiff, (void)reader, (void)module, (void)format, (void)arguments;
  return 1;
}

static int64_t read_bytes(void *reader, void *bytes, int64_t count) {
  copt_tiff_reader *own = reader;
  if (count <= 0) return 0;
  int64_t got = copt_read(own->input, own->offset, bytes, (size_t)count);
  if (got < 0) own->is_unreadable = true;
  if (got > 0) own->offset += (uint64_t)got;
  return got;
}

static int64_t write_bytes(void *reader, void *bytes, int64_t count) {
  (void)reader, (void)bytes, (void)count;
  return 0;
}

static uint64_t seek(void *reader, uint64_t offset, int whence) {
  copt_tiff_reader *own = reader;
  uint64_t base = whence == SEEK_CUR ? own->offset : whence == SEEK_END ? own->input.count : 0;
  own->offset = base + offset;
  return own->offset;
}

static int close_nothing(void *reader) {
  (void)reader;
  return 0;
}

static uint64_t byte_count(void *reader) { return ((copt_tiff_reader *)reader)->input.count; }

static int map_nothing(void *reader, void **base, uint64_t *size) {
  (void)reader, (void)base, (void)size;
  return 0;
}

static void unmap_nothing(void *reader, void *base, uint64_t size) {
  (void)reader, (void)base, (void)size;
}

static bool open_file(copt_tiff_reader *reader, uint64_t maximum_memory) {
  void *options = libtiff.TIFFOpenOptionsAlloc();
  if (!options) return false;
  int64_t most = maximum_memory > INT64_MAX ? INT64_MAX : (int64_t)maximum_memory;
  libtiff.TIFFOpenOptionsSetMaxSingleMemAlloc(options, most);
  libtiff.TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, reader);
  libtiff.TIFFOpenOptionsSetWarningHandlerExtR(options, drop_warning, reader);
  // m: no mapping into memory, whose pages a file that shrinks would take away.
  reader->tiff =
      libtiff.TIFFClientOpenExt("the file", "rm", reader, read_bytes, write_bytes, seek,
                                close_nothing, byte_count, map_nothing, unmap_nothing, options);
  libtiff.TIFFOpenOptionsFree(options);
  return reader->tiff != NULL;
}

static uint16_t number(copt_tiff_reader *reader, uint32_t tag, uint16_t otherwise) {
  uint16_t value = otherwise;
  return libtiff.TIFFGetFieldDefaulted(reader->tiff, tag, &value) ? value : otherwise;
}

// Compressions that are in use and whose decoders are part of libtiff, zlib or libjpeg: none, CCITT,
// LZW, JPEG (the one of today), deflate and PackBits.
static bool is_usual(uint16_t compression) {
  static const uint16_t usual[] = {1, 2, 3, 4, 5, 7, 8, 32773, 32946};
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    if (usual[i] == compression) return true;
  }
  return false;
}

static copt_colors colors_of(uint16_t photometric) {
  switch (photometric) {
    case 0:
    case 1: return COPT_GREY;
    case 2: return COPT_RGB;
    case 3: return COPT_PALETTE;
    case 5: return COPT_CMYK;
    case 6: return COPT_YCBCR;
    case 8: return COPT_LAB;
    default: return COPT_OTHER;
  }
}

// What the extra samples are; a sample of no stated meaning is no alpha.
static void read_alpha(copt_tiff_reader *reader, copt_tiff_header *header) {
  uint16_t count = 0, *kinds = NULL;
  reader->alpha_kind = UNSPECIFIED;
  if (libtiff.TIFFGetFieldDefaulted(reader->tiff, TAG_EXTRA_SAMPLES, &count, &kinds) &&
      count > 0 && kinds) {
    reader->alpha_kind = kinds[0];
  }
  header->has_transparency =
      reader->alpha_kind == PREMULTIPLIED || reader->alpha_kind == STRAIGHT;
  reader->drops_alpha = !header->has_transparency;
  // Premultiplied by the file or not: libtiff is to pass on what is there.
  uint16_t as_it_is = PREMULTIPLIED;
  if (reader->alpha_kind == STRAIGHT && count == 1) {
    libtiff.TIFFSetField(reader->tiff, TAG_EXTRA_SAMPLES, 1, &as_it_is);
  }
}

static bool read_header(copt_tiff_reader *reader, copt_tiff_header *header) {
  void *tiff = reader->tiff;
  *header = (copt_tiff_header){0};
  if (!libtiff.TIFFGetField(tiff, TAG_WIDTH, &header->width) ||
      !libtiff.TIFFGetField(tiff, TAG_HEIGHT, &header->height) || header->width == 0 ||
      header->height == 0 || header->width > INT32_MAX || header->height > INT32_MAX) {
    copt_fail(reader->report, CIMAGE_DAMAGED, "its first page has no size");
    return false;
  }
  uint16_t compression = number(reader, TAG_COMPRESSION, 1);
  if (!is_usual(compression)) {
    char text[CIMAGE_TEXT_BYTES];
    snprintf(text, sizeof text, "its compression is number %u", compression);
    copt_fail(reader->report, CIMAGE_UNSUPPORTED, text);
    return false;
  }
  uint16_t photometric = 0;
  if (!libtiff.TIFFGetField(tiff, TAG_PHOTOMETRIC, &photometric)) photometric = 1;
  uint16_t orientation = number(reader, TAG_ORIENTATION, 1);
  header->bit_depth = number(reader, TAG_BITS, 1);
  header->colors = colors_of(photometric);
  header->orientation = orientation >= 1 && orientation <= 8 ? (uint8_t)orientation : 1;
  header->has_more_pages = !libtiff.TIFFLastDirectory(tiff);
  uint32_t strip_rows = header->height;
  bool is_tiled = libtiff.TIFFIsTiled(tiff);
  libtiff.TIFFGetFieldDefaulted(tiff, is_tiled ? TAG_TILE_HEIGHT : TAG_STRIP_ROWS, &strip_rows);
  header->band_rows =
      strip_rows == 0 || strip_rows > header->height ? header->height : strip_rows;
  uint64_t bytes = is_tiled ? libtiff.TIFFTileSize64(tiff) : libtiff.TIFFStripSize64(tiff);
  uint64_t planes =
      number(reader, TAG_PLANES, 1) == SEPARATE_PLANES ? number(reader, TAG_SAMPLES, 1) : 1;
  // The strip or tile, and as much again for its compressed bytes.
  header->working_bytes = bytes > UINT64_MAX / 131072 / 2 ? UINT64_MAX : bytes * (planes + 1);
  uint32_t profile_count = 0;
  void *profile = NULL;
  if (libtiff.TIFFGetField(tiff, TAG_PROFILE, &profile_count, &profile) && profile) {
    header->profile_count = profile_count;
  }
  read_alpha(reader, header);
  return true;
}

copt_tiff_reader *copt_tiff_open(cimage_input input, uint64_t maximum_memory,
                                 copt_tiff_header *header, cimage_report *report) {
  copt_tiff_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    copt_fail(report, CIMAGE_OUT_OF_MEMORY, "no memory");
    return NULL;
  }
  reader->input = input;
  reader->report = report;
  char message[1024] = "";
  if (open_file(reader, maximum_memory) && read_header(reader, header)) {
    if (libtiff.TIFFRGBAImageOK(reader->tiff, message)) {
      // What was said of tags that do not matter is no failure.
      report->status = CIMAGE_OK;
      reader->width = header->width;
      return reader;
    }
    report->status = CIMAGE_OK;
    copt_fail(report, CIMAGE_UNSUPPORTED, message);
  }
  copt_fail(report, CIMAGE_DAMAGED, "it cannot be opened");
  copt_tiff_close(reader);
  return NULL;
}

void copt_tiff_profile(copt_tiff_reader *reader, uint8_t *profile) {
  uint32_t count = 0;
  void *bytes = NULL;
  if (libtiff.TIFFGetField(reader->tiff, TAG_PROFILE, &count, &bytes) && bytes) {
    memcpy(profile, bytes, count);
  }
}

// libtiff 4.5 refuses tiles without compression whose room has another size than they, and makes room of
// whole kilobytes itself.
static bool make_room_for_tiles(copt_tiff_reader *reader) {
  if (!libtiff.TIFFIsTiled(reader->tiff) || number(reader, TAG_COMPRESSION, 1) != UNCOMPRESSED) {
    return true;
  }
  uint64_t bytes = libtiff.TIFFTileSize64(reader->tiff);
  if (bytes == 0 || bytes > SIZE_MAX / 2) return true;  // libtiff says what is wrong
  reader->tile = malloc((size_t)bytes);
  return reader->tile &&
         libtiff.TIFFReadBufferSetup(reader->tiff, reader->tile, (int64_t)bytes) != 0;
}

// Straight alpha, as every pixel of this project has it.
static void finish_alpha(const copt_tiff_reader *reader, uint8_t *rows, size_t pixels) {
  if (reader->drops_alpha) {
    for (size_t i = 0; i < pixels; i++) rows[4 * i + 3] = 255;
  } else if (reader->alpha_kind == PREMULTIPLIED) {
    for (size_t i = 0; i < pixels; i++) {
      uint8_t *pixel = rows + 4 * i;
      unsigned alpha = pixel[3];
      if (alpha == 0 || alpha == 255) continue;
      for (int channel = 0; channel < 3; channel++) {
        unsigned value = (pixel[channel] * 255u + alpha / 2) / alpha;
        pixel[channel] = value > 255 ? 255 : (uint8_t)value;
      }
    }
  }
}

cimage_status copt_tiff_read(copt_tiff_reader *reader, uint8_t *rows, uint32_t from,
                             uint32_t count) {
  cimage_report *report = reader->report;
  char message[1024] = "";
  if (!reader->has_begun) {
    // What libtiff cannot turn into RGBA, such as inks of 16 bits, it says here at the latest.
    if (!libtiff.TIFFRGBAImageBegin(&reader->image, reader->tiff, 1, message)) {
      report->status = CIMAGE_OK;
      copt_fail(report, CIMAGE_UNSUPPORTED, message);
      return report->status;
    }
    reader->has_begun = true;
    // As stored, the first row first.
    reader->image.asked_orientation = reader->image.orientation;
    if (!make_room_for_tiles(reader)) {
      copt_fail(report, CIMAGE_OUT_OF_MEMORY, "no memory");
      return report->status;
    }
  }
  reader->image.row_offset = (int)from;
  reader->image.column_offset = 0;
  if (!libtiff.TIFFRGBAImageGet(&reader->image, (uint32_t *)rows, reader->width, count)) {
    copt_fail(report, CIMAGE_DAMAGED, "a strip or tile cannot be decoded");
    return report->status;
  }
  report->status = CIMAGE_OK;
  // libtiff makes numbers with red in the lowest byte.
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  for (size_t i = 0; i < (size_t)count * reader->width; i++) {
    uint32_t *pixel = (uint32_t *)rows + i;
    *pixel = __builtin_bswap32(*pixel);
  }
#endif
  finish_alpha(reader, rows, (size_t)count * reader->width);
  return CIMAGE_OK;
}

void copt_tiff_close(copt_tiff_reader *reader) {
  if (reader->has_begun) libtiff.TIFFRGBAImageEnd(&reader->image);
  if (reader->tiff) libtiff.TIFFClose(reader->tiff);
  free(reader->tile);
  free(reader);
}
