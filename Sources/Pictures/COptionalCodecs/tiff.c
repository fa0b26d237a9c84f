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
  TAG_KIND = 254, TAG_OLD_KIND = 255, TAG_COLOR_MAP = 320, TAG_SUB_DIRECTORIES = 330,
  TAG_DNG_VERSION = 50706, TAG_WIDTH = 256, TAG_HEIGHT = 257, TAG_BITS = 258, TAG_COMPRESSION = 259, TAG_PHOTOMETRIC = 262,
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
  F(TIFFReadDirectory, int, (void *tiff))                                                         \
  F(TIFFSetDirectory, int, (void *tiff, uint32_t number))                                         \
  F(TIFFSetSubDirectory, int, (void *tiff, uint64_t offset))                                      \
  F(TIFFComputeStrip, uint32_t, (void *tiff, uint32_t row, uint16_t sample))                      \
  F(TIFFComputeTile, uint32_t,                                                                    \
    (void *tiff, uint32_t x, uint32_t y, uint32_t z, uint16_t sample))                            \
  F(TIFFReadEncodedStrip, int64_t, (void *tiff, uint32_t strip, void *bytes, int64_t count))      \
  F(TIFFReadEncodedTile, int64_t, (void *tiff, uint32_t tile, void *bytes, int64_t count))        \
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

// What libtiff does not turn into RGBA as it should: inks by their profile, L*a*b*, palettes with alpha.
typedef enum { NOT_RAW, RAW_INKS, RAW_LAB, RAW_ICC_LAB, RAW_PALETTE } raw_kind;

typedef struct {
  raw_kind kind;
  uint16_t bits, samples, used;  // used: the colours, and the alpha behind them if there is one
  bool has_alpha, is_planar, is_tiled;
  uint32_t block_width, block_height;
  uint64_t block_bytes;
  uint8_t *blocks;  // one for each plane
  uint16_t *line;   // the samples of a row of a block
  uint8_t *inks;    // of 8 bits, of the same
  cimage_ink_conversion *ink_conversion;
  cimage_lab_conversion *lab_conversion;
  bool ignores_profile;
} raw_samples;

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
  raw_samples raw;
  bool is_thumbnail;  // no full picture was found
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

// Most warnings are about tags that are not read.
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
    case 8:
    case 9: return COPT_LAB;
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

// A thumbnail or another reduced picture, or a mask (TIFF 6.0, section 8).
static bool is_reduced(copt_tiff_reader *reader) {
  uint32_t kind = 0;
  if (libtiff.TIFFGetField(reader->tiff, TAG_KIND, &kind)) return (kind & 1) || (kind & 4);
  uint16_t old_kind = 0;
  return libtiff.TIFFGetField(reader->tiff, TAG_OLD_KIND, &old_kind) && old_kind == 2;
}

// Goes to the first directory of a full picture: of the pages, else of those below the first.
static void find_full_picture(copt_tiff_reader *reader) {
  enum { MOST = 64 };
  if (!is_reduced(reader)) return;
  for (int i = 0; i < MOST && libtiff.TIFFReadDirectory(reader->tiff); i++) {
    if (!is_reduced(reader)) return;
  }
  uint16_t count = 0;
  uint64_t *found_places = NULL, places[MOST];
  if (!libtiff.TIFFSetDirectory(reader->tiff, 0)) return;
  if (libtiff.TIFFGetField(reader->tiff, TAG_SUB_DIRECTORIES, &count, &found_places) &&
      found_places) {
    if (count > MOST) count = MOST;
    memcpy(places, found_places, count * sizeof *places);
    for (int i = 0; i < count; i++) {
      if (libtiff.TIFFSetSubDirectory(reader->tiff, places[i]) && !is_reduced(reader)) return;
    }
    if (!libtiff.TIFFSetDirectory(reader->tiff, 0)) return;
  }
  reader->is_thumbnail = true;
}

// What is read as samples, and how they lie.
static void find_raw(copt_tiff_reader *reader, const copt_tiff_header *header,
                     uint16_t photometric) {
  raw_samples *raw = &reader->raw;
  raw->bits = header->bit_depth;
  raw->samples = number(reader, TAG_SAMPLES, 1);
  bool is_whole = raw->bits == 8 || raw->bits == 16;
  uint16_t colors = 0;
  raw_kind kind = NOT_RAW;
  if (photometric == 5 && is_whole && (header->profile_count > 0 || raw->bits == 16)) {
    kind = RAW_INKS, colors = 4;
  } else if ((photometric == 8 || photometric == 9) && is_whole) {
    kind = photometric == 8 ? RAW_LAB : RAW_ICC_LAB, colors = 3;
  } else if (photometric == 3 && raw->bits <= 8 && header->has_transparency) {
    kind = RAW_PALETTE, colors = 1;
  }
  if (kind == NOT_RAW || raw->samples < colors) return;
  raw->kind = kind;
  raw->has_alpha = header->has_transparency && raw->samples > colors;
  raw->used = colors + raw->has_alpha;
  raw->is_planar = number(reader, TAG_PLANES, 1) == SEPARATE_PLANES && raw->samples > 1;
  raw->is_tiled = libtiff.TIFFIsTiled(reader->tiff);
  raw->block_width = header->width;
  raw->block_height = header->band_rows;
  if (raw->is_tiled) {
    libtiff.TIFFGetField(reader->tiff, TAG_TILE_WIDTH, &raw->block_width);
    libtiff.TIFFGetField(reader->tiff, TAG_TILE_HEIGHT, &raw->block_height);
  }
  raw->block_bytes = raw->is_tiled ? libtiff.TIFFTileSize64(reader->tiff)
                                   : libtiff.TIFFStripSize64(reader->tiff);
}

static bool read_header(copt_tiff_reader *reader, copt_tiff_header *header) {
  void *tiff = reader->tiff;
  *header = (copt_tiff_header){0};
  find_full_picture(reader);
  if (reader->is_thumbnail) {
    const void *version = NULL;
    uint16_t count = 0;
    bool is_dng = libtiff.TIFFGetField(tiff, TAG_DNG_VERSION, &version) ||
                  libtiff.TIFFGetField(tiff, TAG_SUB_DIRECTORIES, &count, &version);
    copt_fail(reader->report, CIMAGE_UNSUPPORTED,
              is_dng ? "it is a raw photo of a camera (such as DNG or NEF), of which only a thumbnail "
                       "could be read"
                     : "its only picture is a reduced one (NewSubfileType 1), such as a thumbnail");
    return false;
  }
  if (!libtiff.TIFFGetField(tiff, TAG_WIDTH, &header->width) ||
      !libtiff.TIFFGetField(tiff, TAG_HEIGHT, &header->height) || header->width == 0 ||
      header->height == 0 || header->width > INT32_MAX || header->height > INT32_MAX) {
    copt_fail(reader->report, CIMAGE_DAMAGED, "its first page has no size");
    return false;
  }
  uint16_t photometric = 0;
  if (!libtiff.TIFFGetField(tiff, TAG_PHOTOMETRIC, &photometric)) photometric = 1;
  if (photometric == 32803 || photometric == 34892) {
    copt_fail(reader->report, CIMAGE_UNSUPPORTED,
              "it is a raw photo of a camera (such as DNG or NEF), whose samples are not colours yet");
    return false;
  }
  uint16_t compression = number(reader, TAG_COMPRESSION, 1);
  if (!is_usual(compression)) {
    char text[CIMAGE_TEXT_BYTES];
    snprintf(text, sizeof text, "its compression is number %u", compression);
    copt_fail(reader->report, CIMAGE_UNSUPPORTED, text);
    return false;
  }
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
  find_raw(reader, header, photometric);
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
    if (reader->raw.kind != NOT_RAW || libtiff.TIFFRGBAImageOK(reader->tiff, message)) {
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
  if (reader->tile) return true;
  if (!libtiff.TIFFIsTiled(reader->tiff) || number(reader, TAG_COMPRESSION, 1) != UNCOMPRESSED) {
    return true;
  }
  uint64_t bytes = libtiff.TIFFTileSize64(reader->tiff);
  if (bytes == 0 || bytes > SIZE_MAX / 2) return true;  // libtiff says what is wrong
  void *tile = malloc((size_t)bytes);
  if (!tile) return false;
  if (!libtiff.TIFFReadBufferSetup(reader->tiff, tile, (int64_t)bytes)) {
    free(tile);
    return false;
  }
  reader->tile = tile;
  return true;
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

// Leaves nothing behind, so that another attempt begins as the first one.
static void end_raw(raw_samples *raw) {
  free(raw->blocks);
  free(raw->line);
  free(raw->inks);
  cimage_inks_close(raw->ink_conversion);
  cimage_lab_close(raw->lab_conversion);
  raw->blocks = NULL;
  raw->line = NULL;
  raw->inks = NULL;
  raw->ink_conversion = NULL;
  raw->lab_conversion = NULL;
}

static bool begin_raw(copt_tiff_reader *reader) {
  raw_samples *raw = &reader->raw;
  const uint32_t width = raw->block_width;
  const uint64_t planes = raw->is_planar ? raw->used : 1;
  const uint64_t row_bits = (uint64_t)width * (raw->is_planar ? 1 : raw->samples) * raw->bits;
  // A block holds all of its rows.
  if (raw->block_bytes == 0 || raw->block_height == 0 || width == 0 || raw->block_bytes > SIZE_MAX / 8 / planes ||
      (row_bits + 7) / 8 > raw->block_bytes / raw->block_height) {
    copt_fail(reader->report, CIMAGE_DAMAGED, "its strips or tiles have an impossible size");
    return false;
  }
  raw->blocks = malloc((size_t)(raw->block_bytes * planes));
  raw->line = malloc((size_t)width * raw->used * sizeof *raw->line);
  raw->inks = malloc((size_t)width * 4);
  if (!raw->blocks || !raw->line || !raw->inks || !make_room_for_tiles(reader)) {
    end_raw(raw);
    copt_fail(reader->report, CIMAGE_OUT_OF_MEMORY, "no memory");
    return false;
  }
  if (raw->kind == RAW_INKS) {
    enum { LARGEST = 4000000 };
    uint32_t count = 0;
    void *profile = NULL;
    if (libtiff.TIFFGetField(reader->tiff, TAG_PROFILE, &count, &profile) && profile &&
        count <= LARGEST) {
      raw->ink_conversion = cimage_inks_open(profile, count, CIMAGE_INKS_8);
    }
    raw->ignores_profile = count > 0 && !raw->ink_conversion;
  } else if (raw->kind != RAW_PALETTE) {
    raw->lab_conversion = cimage_lab_open();
    if (!raw->lab_conversion) {
      end_raw(raw);
      copt_fail(reader->report, CIMAGE_OUT_OF_MEMORY, "no memory");
      return false;
    }
  }
  return true;
}

// A sample of a row of a block, as it is stored.
static uint16_t sample_at(const raw_samples *raw, const uint8_t *row, uint64_t index) {
  if (raw->bits == 16) {
    uint16_t value;
    memcpy(&value, row + 2 * index, sizeof value);
    return value;
  }
  if (raw->bits == 8) return row[index];
  //     5 bits, sample 1     | 00000 111 | 11 22222 3 | …     bit 5: the pair of bytes 0 and 1,
  //                                                           shifted right by 16 − 5 − 5
  uint64_t bit = index * raw->bits;
  unsigned pair = (unsigned)row[bit / 8] << 8;
  if (bit % 8 + raw->bits > 8) pair |= row[bit / 8 + 1];
  return (uint16_t)(pair >> (16 - bit % 8 - raw->bits) & ((1u << raw->bits) - 1));
}

static uint8_t of_8_bits(const raw_samples *raw, uint16_t value) {
  const uint32_t most = (1u << raw->bits) - 1;
  return (uint8_t)((value * 255u + most / 2) / most);
}

static void lab_line(const raw_samples *raw, uint8_t *pixels, uint32_t count) {
  for (uint32_t x = 0; x < count; x++) {
    uint16_t *from = raw->line + (size_t)x * raw->used, *to = raw->line + 3 * (size_t)x;
    uint32_t l = from[0], a = from[1], b = from[2];
    if (raw->bits == 8) l <<= 8, a <<= 8, b <<= 8;
    if (raw->kind == RAW_LAB) {
      if (raw->bits == 16) l = (l * 65280 + 32767) / 65535;
      a ^= 0x8000, b ^= 0x8000;  // signed there
    }
    // In front of what is still to be read.
    to[0] = (uint16_t)l, to[1] = (uint16_t)a, to[2] = (uint16_t)b;
  }
  cimage_lab_run(raw->lab_conversion, raw->line, pixels, count);
}

static void ink_line(const raw_samples *raw, uint8_t *pixels, uint32_t count) {
  for (uint32_t x = 0; x < count; x++) {
    for (int i = 0; i < 4; i++) {
      raw->inks[4 * (size_t)x + i] = of_8_bits(raw, raw->line[(size_t)x * raw->used + i]);
    }
  }
  if (raw->ink_conversion) {
    cimage_inks_run(raw->ink_conversion, raw->inks, pixels, count);
    return;
  }
  for (uint32_t x = 0; x < count; x++) {
    const uint8_t *inks = raw->inks + 4 * (size_t)x;
    for (int i = 0; i < 3; i++) {
      pixels[4 * (size_t)x + i] = (uint8_t)((255u - inks[3]) * (255u - inks[i]) / 255);
    }
  }
}

static void palette_line(const copt_tiff_reader *reader, uint16_t *const map[3], bool is_wide,
                         uint8_t *pixels, uint32_t count) {
  const raw_samples *raw = &reader->raw;
  for (uint32_t x = 0; x < count; x++) {
    for (int i = 0; i < 3; i++) {
      uint32_t level = map[i][raw->line[(size_t)x * raw->used]];
      pixels[4 * (size_t)x + i] = (uint8_t)(is_wide ? level * 255 / 65535 : level);
    }
  }
}

// The pixels of a row of a block, whose samples are in the line.
static void finish_line(copt_tiff_reader *reader, uint8_t *pixels, uint32_t count) {
  const raw_samples *raw = &reader->raw;
  for (uint32_t x = 0; x < count; x++) {
    pixels[4 * (size_t)x + 3] =
        raw->has_alpha ? of_8_bits(raw, raw->line[(size_t)x * raw->used + raw->used - 1]) : 255;
  }
}

static cimage_status read_raw(copt_tiff_reader *reader, uint8_t *rows, uint32_t from,
                              uint32_t count) {
  raw_samples *raw = &reader->raw;
  uint16_t *map[3] = {NULL, NULL, NULL};
  bool is_wide = false;
  if (raw->kind == RAW_PALETTE) {
    if (!libtiff.TIFFGetField(reader->tiff, TAG_COLOR_MAP, &map[0], &map[1], &map[2]) || !map[2]) {
      copt_fail(reader->report, CIMAGE_DAMAGED, "its palette is missing");
      return reader->report->status;
    }
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 1 << raw->bits; k++) is_wide = is_wide || map[i][k] > 255;
    }
  }
  const uint16_t planes = raw->is_planar ? raw->used : 1;
  const uint64_t row_bits =
      (uint64_t)raw->block_width * (raw->is_planar ? 1 : raw->samples) * raw->bits;
  for (uint32_t left = 0; left < reader->width; left += raw->block_width) {
    for (uint16_t plane = 0; plane < planes; plane++) {
      uint8_t *block = raw->blocks + plane * raw->block_bytes;
      memset(block, 0, (size_t)raw->block_bytes);
      int64_t got =
          raw->is_tiled
              ? libtiff.TIFFReadEncodedTile(
                    reader->tiff, libtiff.TIFFComputeTile(reader->tiff, left, from, 0, plane), block,
                    (int64_t)raw->block_bytes)
              : libtiff.TIFFReadEncodedStrip(
                    reader->tiff, libtiff.TIFFComputeStrip(reader->tiff, from, plane), block,
                    (int64_t)raw->block_bytes);
      if (got < 0) {
        copt_fail(reader->report, CIMAGE_DAMAGED, "a strip or tile cannot be decoded");
        return reader->report->status;
      }
    }
    uint32_t columns = reader->width - left;
    if (columns > raw->block_width) columns = raw->block_width;
    for (uint32_t y = 0; y < count; y++) {
      const uint8_t *row = raw->blocks + y * ((row_bits + 7) / 8);
      uint8_t *pixels = rows + 4 * ((size_t)y * reader->width + left);
      for (uint32_t x = 0; x < columns; x++) {
        for (uint16_t i = 0; i < raw->used; i++) {
          raw->line[(size_t)x * raw->used + i] =
              raw->is_planar ? sample_at(raw, row + i * raw->block_bytes, x)
                             : sample_at(raw, row, (uint64_t)x * raw->samples + i);
        }
      }
      switch (raw->kind) {
        case RAW_INKS: ink_line(raw, pixels, columns); break;
        case RAW_PALETTE: palette_line(reader, map, is_wide, pixels, columns); break;
        default: break;
      }
      finish_line(reader, pixels, columns);
      if (raw->kind == RAW_LAB || raw->kind == RAW_ICC_LAB) lab_line(raw, pixels, columns);
    }
  }
  reader->report->status = CIMAGE_OK;
  finish_alpha(reader, rows, (size_t)count * reader->width);
  return CIMAGE_OK;
}

bool copt_tiff_ignores_profile(const copt_tiff_reader *reader) {
  return reader->raw.ignores_profile;
}

cimage_status copt_tiff_read(copt_tiff_reader *reader, uint8_t *rows, uint32_t from,
                             uint32_t count) {
  if (reader->raw.kind != NOT_RAW) {
    if (!reader->raw.blocks && !begin_raw(reader)) return reader->report->status;
    return read_raw(reader, rows, from, count);
  }
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
  }
  if (!make_room_for_tiles(reader)) {
    copt_fail(report, CIMAGE_OUT_OF_MEMORY, "no memory");
    return report->status;
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
  end_raw(&reader->raw);
  if (reader->has_begun) libtiff.TIFFRGBAImageEnd(&reader->image);
  if (reader->tiff) libtiff.TIFFClose(reader->tiff);
  free(reader->tile);
  free(reader);
}
