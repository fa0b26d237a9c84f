// libheif from version 1.14, binary interface 1.

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "open_library.h"

#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>
#define COPT_HAS_HEADER 1
#endif

typedef struct {
  int code, detail;
  const char *message;
} outcome;

// heif_reader, version 1.
typedef struct {
  int version;
  int64_t (*position)(void *reader);
  int (*read)(void *bytes, size_t count, void *reader);
  int (*seek)(int64_t position, void *reader);
  int (*wait)(int64_t size, void *reader);
} byte_source;
enum { SIZE_REACHED = 0, SIZE_BEYOND_END = 2 };

// heif_color_profile_nclx; libheif makes it, and only these fields are read.
typedef struct {
  uint8_t version;
  int primaries, transfer, matrix;
  uint8_t is_full_range;
} codes;

// heif_security_limits, version 1 (libheif 1.19), made by libheif.
typedef struct {
  uint8_t version;
  uint64_t pixels, tiles;
  uint32_t bayer_pixels, items, profile_bytes;
  uint64_t memory_block;
  uint32_t components, iloc_extents, size_entity_group, children;
} security_limits;

// heif_decoding_options, version 3; libheif makes it, and only these fields are used.
typedef struct {
  uint8_t version, ignores_transformations;
  void *progress[4];
  uint8_t becomes_8_bits, is_strict;
} decoding_options;

enum { MEMORY_ERROR = 6, UNSUPPORTED_FILE = 3, UNSUPPORTED_FEATURE = 4, PLUGIN_ERROR = 7 };
enum { HEVC = 1, AV1 = 4 };
enum { AS_IT_IS = 99, LUMA = 0, FIRST_CHROMA = 1, SECOND_CHROMA = 2, ALPHA = 6 };
enum { YCBCR = 0, RGB = 1, MONOCHROME = 2, RGBA_8 = 11, RGBA_16 = 15, INTERLEAVED = 10 };
enum { HALF_CHROMA = 1, FULL_CHROMA = 3 };

// heif_writer, version 1.
typedef struct {
  int version;
  outcome (*write)(void *context, const void *bytes, size_t count, void *file);
} byte_sink;

#ifdef COPT_HAS_HEADER
_Static_assert(sizeof(outcome) == sizeof(struct heif_error), "heif_error");
_Static_assert(sizeof(byte_source) == sizeof(struct heif_reader), "heif_reader");
_Static_assert(offsetof(codes, is_full_range) ==
                   offsetof(struct heif_color_profile_nclx, full_range_flag),
               "heif_color_profile_nclx");
_Static_assert(offsetof(decoding_options, is_strict) ==
                   offsetof(struct heif_decoding_options, strict_decoding),
               "heif_decoding_options");
_Static_assert(MEMORY_ERROR == heif_error_Memory_allocation_error, "errors");
_Static_assert(UNSUPPORTED_FILE == heif_error_Unsupported_filetype, "errors");
_Static_assert(sizeof(byte_sink) == sizeof(struct heif_writer), "heif_writer");
_Static_assert(YCBCR == heif_colorspace_YCbCr, "colours");
_Static_assert(HALF_CHROMA == heif_chroma_420 && FULL_CHROMA == heif_chroma_444, "chroma");
_Static_assert(SECOND_CHROMA == heif_channel_Cr && ALPHA == heif_channel_Alpha, "channels");
_Static_assert(RGBA_8 == heif_chroma_interleaved_RGBA, "orders of channels");
_Static_assert(RGBA_16 == heif_chroma_interleaved_RRGGBBAA_LE, "orders of channels");
_Static_assert(SIZE_BEYOND_END == heif_reader_grow_status_size_beyond_eof, "heif_reader");
#endif

#define FUNCTIONS(F)                                                                             \
  F(heif_get_version_number, uint32_t, (void))                                                   \
  F(heif_init, outcome, (void *parameters))                                                      \
  F(heif_have_decoder_for_format, int, (int format))                                             \
  F(heif_context_alloc, void *, (void))                                                          \
  F(heif_context_free, void, (void *context))                                                    \
  F(heif_context_read_from_reader, outcome,                                                      \
    (void *context, const byte_source *, void *reader, const void *options))                     \
  F(heif_context_set_maximum_image_size_limit, void, (void *context, int side))                  \
  F(heif_context_get_number_of_top_level_images, int, (void *context))                           \
  F(heif_context_get_primary_image_handle, outcome, (void *context, void **handle))              \
  F(heif_image_handle_release, void, (const void *handle))                                       \
  F(heif_image_handle_get_width, int, (const void *handle))                                      \
  F(heif_image_handle_get_height, int, (const void *handle))                                     \
  F(heif_image_handle_has_alpha_channel, int, (const void *handle))                              \
  F(heif_image_handle_is_premultiplied_alpha, int, (const void *handle))                         \
  F(heif_image_handle_get_luma_bits_per_pixel, int, (const void *handle))                        \
  F(heif_image_handle_get_raw_color_profile_size, size_t, (const void *handle))                  \
  F(heif_image_handle_get_raw_color_profile, outcome, (const void *handle, void *profile))       \
  F(heif_image_handle_get_nclx_color_profile, outcome, (const void *handle, codes **))           \
  F(heif_nclx_color_profile_alloc, codes *, (void))                                              \
  F(heif_nclx_color_profile_free, void, (codes *))                                               \
  F(heif_image_handle_get_list_of_metadata_block_IDs, int,                                       \
    (const void *handle, const char *type, uint32_t *ids, int count))                            \
  F(heif_image_handle_get_metadata_size, size_t, (const void *handle, uint32_t id))              \
  F(heif_image_handle_get_metadata, outcome, (const void *handle, uint32_t id, void *bytes))     \
  F(heif_image_handle_get_metadata_content_type, const char *, (const void *handle, uint32_t id)) \
  F(heif_decoding_options_alloc, decoding_options *, (void))                                     \
  F(heif_decoding_options_free, void, (decoding_options *))                                      \
  F(heif_decode_image, outcome,                                                                  \
    (const void *handle, void **image, int space, int order, const decoding_options *options))               \
  F(heif_image_get_colorspace, int, (const void *image))                                         \
  F(heif_image_get_nclx_color_profile, outcome, (const void *image, codes **))                   \
  F(heif_image_get_width, int, (const void *image, int channel))                                 \
  F(heif_image_get_height, int, (const void *image, int channel))                                \
  F(heif_image_get_bits_per_pixel_range, int, (const void *image, int channel))                  \
  F(heif_image_get_plane_readonly, const uint8_t *, (const void *image, int channel, int *stride)) \
  F(heif_image_release, void, (const void *image))                                               \
  F(heif_have_encoder_for_format, int, (int format))                                             \
  F(heif_context_get_encoder_for_format, outcome, (void *context, int format, void **encoder))   \
  F(heif_encoder_release, void, (void *encoder))                                                 \
  F(heif_encoder_set_lossy_quality, outcome, (void *encoder, int quality))                       \
  F(heif_encoder_set_parameter_integer, outcome, (void *encoder, const char *name, int value))   \
  F(heif_encoder_set_parameter_string, outcome,                                                  \
    (void *encoder, const char *name, const char *value))                                        \
  F(heif_image_create, outcome, (int width, int height, int space, int order, void **image))     \
  F(heif_image_add_plane, outcome, (void *image, int channel, int width, int height, int bits))  \
  F(heif_image_get_plane, uint8_t *, (void *image, int channel, int *stride))                    \
  F(heif_image_set_nclx_color_profile, outcome, (void *image, const codes *))                    \
  F(heif_image_set_raw_color_profile, outcome,                                                   \
    (void *image, const char *type, const void *profile, size_t count))                          \
  F(heif_context_encode_image, outcome,                                                          \
    (void *context, const void *image, void *encoder, const void *options, void **handle))       \
  F(heif_context_add_exif_metadata, outcome,                                                     \
    (void *context, const void *handle, const void *bytes, int count))                           \
  F(heif_context_add_XMP_metadata, outcome,                                                      \
    (void *context, const void *handle, const void *bytes, int count))                           \
  F(heif_context_write, outcome, (void *context, byte_sink *, void *file))

static struct {
#define MEMBER(name, result, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
  // Since 1.19; NULL before.
  security_limits *(*heif_context_get_security_limits)(const void *context);
} libheif;

static copt_library found = {.path = ""};

static void load(void) {
  static const char *const names[] = COPT_NAMES("heif", "1");
  void *library = copt_open_library(names);
  if (!library) return;
#define FIND(name, result, arguments) \
  if (!(libheif.name = (result(*) arguments)dlsym(library, #name))) return;
  FUNCTIONS(FIND)
#undef FIND
  libheif.heif_context_get_security_limits = (security_limits * (*)(const void *))
      dlsym(library, "heif_context_get_security_limits");
  // A byte each, the last one unused.
  found.version = libheif.heif_get_version_number() >> 8;
  found.path = copt_path_of((const void *)libheif.heif_context_alloc);
  // Opens its plug-ins, while files of the system may still be opened.
  found.is_found = libheif.heif_init(NULL).code == 0;
}

const copt_library *copt_libheif(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &found;
}

bool copt_heif_decodes_hevc(void) { return libheif.heif_have_decoder_for_format(HEVC) != 0; }
bool copt_heif_encodes_av1(void) { return libheif.heif_have_encoder_for_format(AV1) != 0; }
bool copt_heif_decodes_av1(void) { return libheif.heif_have_decoder_for_format(AV1) != 0; }

struct copt_heif_reader {
  void *context, *handle;
  cimage_input input;
  uint64_t offset;
  // Reading failed; or the file has become shorter since it was opened.
  bool is_unreadable, is_short;
  // Of a sequence that does not call itself a picture too, though it has a primary one.
  bool needs_brand;
  // Where the name of a box stands that libheif is not to see, or 0.
  uint64_t hidden_box;
  copt_heif_header header;
  uint32_t exif_id, xmp_id;
  cimage_report *report;
};

// Where the brands begin that a file is compatible with.
enum { FIRST_COMPATIBLE = 16 };

static int64_t position(void *reader) { return (int64_t)((copt_heif_reader *)reader)->offset; }

// Puts four letters into the bytes that are read from the offset on, as far as these hold their place.
static void lay_over(const copt_heif_reader *own, uint64_t at, const char *letters, uint8_t *bytes,
                     size_t count) {
  for (uint64_t i = 0; i < 4; i++) {
    // Of a place before the offset the difference wraps, and is no place within.
    uint64_t place = at + i - own->offset;
    if (place < count) bytes[place] = (uint8_t)letters[i];
  }
}

static int read_bytes(void *bytes, size_t count, void *reader) {
  copt_heif_reader *own = reader;
  if (own->offset > own->input.count || count > own->input.count - own->offset) return 1;
  int64_t got = copt_read(own->input, own->offset, bytes, count);
  own->is_unreadable |= got < 0;
  own->is_short |= got >= 0 && got < (int64_t)count;
  // libheif ends the process where bytes are missing that `wait_for` has promised: it gets zeros, and what it makes of
  // them is thrown away.
  size_t had = got > 0 ? (size_t)got : 0;
  memset((uint8_t *)bytes + had, 0, count - had);
  if (own->needs_brand) lay_over(own, FIRST_COMPATIBLE, "mif1", bytes, count);
  if (own->hidden_box) lay_over(own, own->hidden_box, "free", bytes, count);
  own->offset += count;
  return 0;
}

static int seek(int64_t place, void *reader) {
  copt_heif_reader *own = reader;
  if (place < 0 || (uint64_t)place > own->input.count) return 1;
  own->offset = (uint64_t)place;
  return 0;
}

static int wait_for(int64_t size, void *reader) {
  copt_heif_reader *own = reader;
  return size <= (int64_t)own->input.count ? SIZE_REACHED : SIZE_BEYOND_END;
}

// Whether the first box (ISO/IEC 14496-12, 4.3) names sequences only: libheif then does not look for a picture.
static bool is_sequence_only(cimage_input input) {
  static const char pictures[] = "heicheixheimheismif1avifjpegj2ki1pic", sequences[] = "avismsf1hevchevx";
  uint8_t head[FIRST_COMPATIBLE + 4 * 16];
  int64_t got = copt_read(input, 0, head, sizeof head);
  if (got < FIRST_COMPATIBLE + 4 || memcmp(head + 4, "ftyp", 4) != 0) return false;
  uint32_t size = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
  int64_t end = size < got ? size : got;
  bool is_sequence = false;
  for (int64_t place = 8; place + 4 <= end; place += place == 8 ? FIRST_COMPATIBLE - 8 : 4) {
    for (const char *one = pictures; *one && place > 8; one += 4) {
      if (memcmp(head + place, one, 4) == 0) return false;
    }
    for (const char *one = sequences; *one; one += 4) is_sequence |= memcmp(head + place, one, 4) == 0;
  }
  return is_sequence;
}

static bool take(copt_heif_reader *reader, outcome result) {
  bool is_whole = !reader->is_unreadable && !reader->is_short;
  if (result.code == 0 && is_whole) return true;
  cimage_status status = result.code == MEMORY_ERROR ? CIMAGE_OUT_OF_MEMORY
                         : result.code == UNSUPPORTED_FILE || result.code == UNSUPPORTED_FEATURE ||
                                 result.code == PLUGIN_ERROR
                             ? CIMAGE_UNSUPPORTED
                             : CIMAGE_DAMAGED;
  copt_fail(reader->report,
            reader->is_unreadable ? CIMAGE_UNREADABLE : reader->is_short ? CIMAGE_TRUNCATED : status,
            !is_whole ? "bytes are missing" : result.message ? result.message : "no reason given");
  return false;
}

static void limit(copt_heif_reader *reader, copt_heif_limits limits) {
  // No side is longer than the pixels allow.
  int side = limits.pixels > INT32_MAX ? INT32_MAX : (int)limits.pixels;
  libheif.heif_context_set_maximum_image_size_limit(reader->context, side < 65536 ? side : 65536);
  if (!libheif.heif_context_get_security_limits) return;
  security_limits *own = libheif.heif_context_get_security_limits(reader->context);
  if (!own || own->version < 1) return;
  if (own->pixels == 0 || limits.pixels < own->pixels) own->pixels = limits.pixels;
  if (own->memory_block == 0 || limits.memory < own->memory_block) {
    own->memory_block = limits.memory;
  }
}

static void find_exif(copt_heif_reader *reader) {
  // More blocks than a few are of no use.
  if (libheif.heif_image_handle_get_list_of_metadata_block_IDs(reader->handle, "Exif",
                                                               &reader->exif_id, 1) < 1) {
    return;
  }
  size_t count = libheif.heif_image_handle_get_metadata_size(reader->handle, reader->exif_id);
  reader->header.exif_count = count <= reader->input.count ? count : 0;
}

static void find_xmp(copt_heif_reader *reader) {
  enum { MOST = 16 };
  uint32_t ids[MOST];
  int found_count = libheif.heif_image_handle_get_list_of_metadata_block_IDs(reader->handle, "mime",
                                                                             ids, MOST);
  for (int i = 0; i < found_count && i < MOST; i++) {
    const char *type =
        libheif.heif_image_handle_get_metadata_content_type(reader->handle, ids[i]);
    if (!type || strcmp(type, "application/rdf+xml") != 0) continue;
    size_t count = libheif.heif_image_handle_get_metadata_size(reader->handle, ids[i]);
    reader->xmp_id = ids[i];
    reader->header.xmp_count = count <= reader->input.count ? count : 0;
    return;
  }
}

static bool read_header(copt_heif_reader *reader) {
  const void *handle = reader->handle;
  copt_heif_header *header = &reader->header;
  int width = libheif.heif_image_handle_get_width(handle);
  int height = libheif.heif_image_handle_get_height(handle);
  int bits = libheif.heif_image_handle_get_luma_bits_per_pixel(handle);
  if (width <= 0 || height <= 0) {
    copt_fail(reader->report, CIMAGE_DAMAGED, "its primary picture has no size");
    return false;
  }
  header->width = (uint32_t)width;
  header->height = (uint32_t)height;
  header->bit_depth = bits >= 1 && bits <= 16 ? (uint8_t)bits : 8;
  header->has_transparency = libheif.heif_image_handle_has_alpha_channel(handle);
  int count = libheif.heif_context_get_number_of_top_level_images(reader->context);
  header->picture_count = count > 1 ? (uint32_t)count : 1;
  header->profile_count = libheif.heif_image_handle_get_raw_color_profile_size(handle);
  codes *found_codes = NULL;
  if (libheif.heif_image_handle_get_nclx_color_profile(handle, &found_codes).code == 0 &&
      found_codes) {
    header->has_codes = found_codes->primaries >= 0 && found_codes->primaries <= 255 &&
                        found_codes->transfer >= 0 && found_codes->transfer <= 255;
    header->primaries = (uint8_t)found_codes->primaries;
    header->transfer = (uint8_t)found_codes->transfer;
    libheif.heif_nclx_color_profile_free(found_codes);
  }
  find_exif(reader);
  find_xmp(reader);
  return true;
}

copt_heif_reader *copt_heif_open(cimage_input input, copt_heif_limits limits,
                                 copt_heif_header *header, cimage_report *report) {
  // libheif keeps a pointer to it.
  static const byte_source source = {1, position, read_bytes, seek, wait_for};
  copt_heif_reader *reader = calloc(1, sizeof *reader);
  if (reader) {
    reader->input = input;
    reader->needs_brand = is_sequence_only(input);
    reader->hidden_box = limits.hidden_box;
    reader->report = report;
    reader->context = libheif.heif_context_alloc();
  }
  if (!reader || !reader->context) {
    free(reader);
    copt_fail(report, CIMAGE_OUT_OF_MEMORY, "no memory");
    return NULL;
  }
  limit(reader, limits);
  if (take(reader,
           libheif.heif_context_read_from_reader(reader->context, &source, reader, NULL)) &&
      take(reader,
           libheif.heif_context_get_primary_image_handle(reader->context, &reader->handle)) &&
      read_header(reader)) {
    *header = reader->header;
    return reader;
  }
  copt_heif_close(reader);
  return NULL;
}

void copt_heif_expect(copt_heif_reader *reader, uint32_t width, uint32_t height) {
  reader->header.width = width;
  reader->header.height = height;
}

void copt_heif_profile(copt_heif_reader *reader, uint8_t *profile) {
  (void)libheif.heif_image_handle_get_raw_color_profile(reader->handle, profile);
}

void copt_heif_exif(copt_heif_reader *reader, uint8_t *exif) {
  memset(exif, 0, reader->header.exif_count);
  (void)libheif.heif_image_handle_get_metadata(reader->handle, reader->exif_id, exif);
}

void copt_heif_xmp(copt_heif_reader *reader, uint8_t *xmp) {
  memset(xmp, 0, reader->header.xmp_count);
  (void)libheif.heif_image_handle_get_metadata(reader->handle, reader->xmp_id, xmp);
}

// Samples of `bits` bits, two bytes each, as 8 bits, rounded.
static void narrow(const uint8_t *from, uint8_t *to, uint32_t samples, int bits) {
  uint32_t most = (1u << bits) - 1;
  for (uint32_t i = 0; i < samples; i++) {
    uint32_t value = (uint32_t)from[2 * i] | (uint32_t)from[2 * i + 1] << 8;
    if (value > most) value = most;
    to[i] = (uint8_t)((value * 255 + most / 2) / most);
  }
}

static void make_straight(uint8_t *pixels, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *pixel = pixels + 4 * (size_t)i;
    unsigned alpha = pixel[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int channel = 0; channel < 3; channel++) {
      unsigned value = (pixel[channel] * 255u + alpha / 2) / alpha;
      pixel[channel] = value > 255 ? 255 : (uint8_t)value;
    }
  }
}

// libde265 makes pictures of memory as malloc gives it, and where a damaged stream leaves blocks out it leaves
// their pixels out too: they would be what the process held there before, such as an earlier picture. Neither it nor
// libheif can be told to clear them, or says that some are missing. While HEVC is decoded, glibc's malloc therefore
// gives zeros for all but the smallest pieces (M_PERTURB: each byte is the complement of the value). It does so for
// other threads too, which costs them time only; a value that the process had chosen itself is 0 afterwards. Decoders
// of AV1 give no picture with missing blocks, and need none of this.
static void give_zeros(bool begins) {
#if defined(__GLIBC__)
  static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
  static unsigned decoding;
  pthread_mutex_lock(&turn);
  if (begins && decoding++ == 0) mallopt(M_PERTURB, 0xFF);
  if (!begins && --decoding == 0) mallopt(M_PERTURB, 0);
  pthread_mutex_unlock(&turn);
#else
  (void)begins;
#endif
}

// Whether samples go from 16 to 235 (of 8 bits): as the file says, else as its coded data does.
static bool has_limited_range(const copt_heif_reader *reader, const void *image) {
  codes *found_codes = NULL;
  outcome result =
      libheif.heif_image_handle_get_nclx_color_profile(reader->handle, &found_codes);
  if (result.code != 0 || !found_codes) {
    found_codes = NULL;
    result = libheif.heif_image_get_nclx_color_profile(image, &found_codes);
  }
  if (result.code != 0 || !found_codes) return false;
  bool is_limited = !found_codes->is_full_range;
  libheif.heif_nclx_color_profile_free(found_codes);
  return is_limited;
}

static unsigned sample(const uint8_t *row, uint32_t x, int bits) {
  return bits > 8 ? (unsigned)row[2 * x] | (unsigned)row[2 * x + 1] << 8 : row[x];
}

// A picture of one channel as RGBA. libheif (1.15.1 to 1.20 at least) does not stretch a limited range of
// one channel, so it is asked for the samples as they are.
static bool read_grey(const copt_heif_reader *reader, const void *image, uint8_t *rows,
                      size_t stride) {
  const copt_heif_header *header = &reader->header;
  int luma_stride = 0, alpha_stride = 0;
  const uint8_t *luma = libheif.heif_image_get_plane_readonly(image, LUMA, &luma_stride);
  const uint8_t *alpha = libheif.heif_image_get_plane_readonly(image, ALPHA, &alpha_stride);
  int bits = libheif.heif_image_get_bits_per_pixel_range(image, LUMA);
  int alpha_bits = alpha ? libheif.heif_image_get_bits_per_pixel_range(image, ALPHA) : 8;
#define FITS(channel, own_bits, own_stride)                                                    \
  ((own_bits) >= 8 && (own_bits) <= 16 && (own_stride) >= 0 &&                                   \
   (uint64_t)(own_stride) >= (uint64_t)header->width * ((own_bits) > 8 ? 2 : 1) &&               \
   libheif.heif_image_get_width(image, channel) == (int)header->width &&                         \
   libheif.heif_image_get_height(image, channel) == (int)header->height)
  if (!luma || !FITS(LUMA, bits, luma_stride)) return false;
  if (alpha && !FITS(ALPHA, alpha_bits, alpha_stride)) return false;
#undef FITS
  bool is_limited = has_limited_range(reader, image);
  bool is_premultiplied =
      alpha && libheif.heif_image_handle_is_premultiplied_alpha(reader->handle);
  const int64_t low = is_limited ? (int64_t)16 << (bits - 8) : 0;
  const int64_t span = is_limited ? (int64_t)219 << (bits - 8) : (1 << bits) - 1;
  const int64_t most_alpha = (1 << alpha_bits) - 1;
  for (uint32_t y = 0; y < header->height; y++) {
    uint8_t *to = rows + (size_t)y * stride;
    for (uint32_t x = 0; x < header->width; x++) {
      int64_t value = sample(luma + (size_t)y * (size_t)luma_stride, x, bits);
      value = ((value - low) * 255 * 2 + span) / (2 * span);
      memset(to + 4 * (size_t)x, value < 0 ? 0 : value > 255 ? 255 : (int)value, 3);
      int64_t own_alpha = most_alpha;
      if (alpha) own_alpha = sample(alpha + (size_t)y * (size_t)alpha_stride, x, alpha_bits);
      if (own_alpha > most_alpha) own_alpha = most_alpha;
      to[4 * (size_t)x + 3] = (uint8_t)((own_alpha * 255 + most_alpha / 2) / most_alpha);
    }
    if (is_premultiplied) make_straight(to, header->width);
  }
  return true;
}

cimage_status copt_heif_read(copt_heif_reader *reader, uint8_t *rows, size_t stride,
                             bool is_monochrome, bool may_lack_blocks) {
  const copt_heif_header *header = &reader->header;
  bool is_deep = header->bit_depth > 8;
  void *image = NULL;
  decoding_options *options = libheif.heif_decoding_options_alloc();
  if (!options) {
    copt_fail(reader->report, CIMAGE_OUT_OF_MEMORY, "no memory");
    return reader->report->status;
  }
  // Otherwise a decoder guesses what is missing.
  if (options->version >= 3) options->is_strict = 1;
  if (may_lack_blocks) give_zeros(true);
  const int order = is_monochrome ? AS_IT_IS : is_deep ? RGBA_16 : RGBA_8;
  bool is_decoded = take(reader, libheif.heif_decode_image(reader->handle, &image,
                                                           is_monochrome ? AS_IT_IS : RGB, order,
                                                           options));
  if (is_decoded && image && is_monochrome) {
    is_monochrome = libheif.heif_image_get_colorspace(image) == MONOCHROME;
    if (!is_monochrome) {
      // The boxes promised too much.
      libheif.heif_image_release(image);
      image = NULL;
      is_decoded = take(reader, libheif.heif_decode_image(reader->handle, &image, RGB,
                                                          is_deep ? RGBA_16 : RGBA_8, options));
    }
  }
  if (may_lack_blocks) give_zeros(false);
  libheif.heif_decoding_options_free(options);
  if (!is_decoded || !image) {
    if (image) libheif.heif_image_release(image);
    copt_fail(reader->report, CIMAGE_DAMAGED, "it cannot be decoded");
    return reader->report->status;
  }
  if (is_monochrome) {
    if (!read_grey(reader, image, rows, stride)) {
      copt_fail(reader->report, CIMAGE_DAMAGED, "its picture has another size than it says");
    }
    libheif.heif_image_release(image);
    return reader->report->status;
  }
  int source_stride = 0;
  const uint8_t *plane = libheif.heif_image_get_plane_readonly(image, INTERLEAVED, &source_stride);
  int bits = libheif.heif_image_get_bits_per_pixel_range(image, INTERLEAVED);
  bool fits = plane && bits >= 8 && bits <= 16 &&
              libheif.heif_image_get_width(image, INTERLEAVED) == (int)header->width &&
              libheif.heif_image_get_height(image, INTERLEAVED) == (int)header->height &&
              source_stride >= 0 &&
              (uint64_t)source_stride >= (is_deep ? 8ull : 4ull) * header->width;
  if (!fits) {
    copt_fail(reader->report, CIMAGE_DAMAGED, "its picture has another size than it says");
  } else {
    bool is_premultiplied = header->has_transparency &&
                            libheif.heif_image_handle_is_premultiplied_alpha(reader->handle);
    for (uint32_t y = 0; y < header->height; y++) {
      const uint8_t *from = plane + (size_t)y * (size_t)source_stride;
      uint8_t *to = rows + (size_t)y * stride;
      if (is_deep) {
        narrow(from, to, 4 * header->width, bits);
      } else {
        memcpy(to, from, 4 * (size_t)header->width);
      }
      if (is_premultiplied) make_straight(to, header->width);
    }
  }
  libheif.heif_image_release(image);
  return reader->report->status;
}

void copt_heif_close(copt_heif_reader *reader) {
  if (reader->handle) libheif.heif_image_handle_release(reader->handle);
  libheif.heif_context_free(reader->context);
  free(reader);
}

typedef struct {
  uint8_t *bytes;
  size_t count;
} encoded;

static outcome keep(void *context, const void *bytes, size_t count, void *file) {
  (void)context;
  encoded *own = file;
  outcome result = {.message = "Success"};
  uint8_t *larger = count > 0 && own->count <= SIZE_MAX - count
                        ? realloc(own->bytes, own->count + count)
                        : NULL;
  if (!larger) {
    result.code = MEMORY_ERROR;
    result.message = "no memory";
    return result;
  }
  memcpy(larger + own->count, bytes, count);
  own->bytes = larger;
  own->count += count;
  return result;
}

static bool succeeds(cimage_report *report, outcome result) {
  if (result.code == 0) return true;
  copt_fail(report, result.code == MEMORY_ERROR ? CIMAGE_OUT_OF_MEMORY : CIMAGE_UNSUPPORTED,
            result.message ? result.message : "no reason given");
  return false;
}

struct copt_heif_writer {
  copt_heif_picture picture;
  void *image;
  uint8_t *planes[4];  // luma, two of chroma, alpha
  int strides[4];
  uint32_t row_count;  // that came
  uint16_t *sums;      // of the pixels of each chroma sample, three channels
  cimage_report *report;
};

static bool add_plane(copt_heif_writer *writer, int number, int channel, uint32_t width,
                      uint32_t height) {
  if (!succeeds(writer->report, libheif.heif_image_add_plane(writer->image, channel, (int)width,
                                                             (int)height, 8))) {
    return false;
  }
  writer->planes[number] =
      libheif.heif_image_get_plane(writer->image, channel, &writer->strides[number]);
  return writer->planes[number] && writer->strides[number] >= (int)width;
}

// Says that the numbers are those of ITU-R BT.601 in full range, as libheif has it where nothing else is said.
static bool say_codes(copt_heif_writer *writer) {
  codes *own = libheif.heif_nclx_color_profile_alloc();
  if (!own) return false;
  bool is_said = succeeds(writer->report,
                          libheif.heif_image_set_nclx_color_profile(writer->image, own));
  libheif.heif_nclx_color_profile_free(own);
  return is_said;
}

static uint32_t chroma_step(const copt_heif_writer *writer) {
  return writer->picture.halves_chroma ? 2 : 1;
}

static uint32_t chroma_width(const copt_heif_writer *writer) {
  return (writer->picture.width + chroma_step(writer) - 1) / chroma_step(writer);
}

copt_heif_writer *copt_heif_begin(copt_heif_picture picture, cimage_report *report) {
  copt_heif_writer *writer = NULL;
  if (picture.width <= INT32_MAX / 4 && picture.height <= INT32_MAX) {
    writer = calloc(1, sizeof *writer);
  }
  if (writer) {
    writer->picture = picture;
    writer->report = report;
    uint32_t step = chroma_step(writer), width = chroma_width(writer);
    uint32_t height = (picture.height + step - 1) / step;
    writer->sums = calloc(width, 3 * sizeof *writer->sums);
    if (writer->sums &&
        succeeds(report,
                 libheif.heif_image_create((int)picture.width, (int)picture.height, YCBCR,
                                           picture.halves_chroma ? HALF_CHROMA : FULL_CHROMA,
                                           &writer->image)) &&
        add_plane(writer, 0, LUMA, picture.width, picture.height) &&
        add_plane(writer, 1, FIRST_CHROMA, width, height) &&
        add_plane(writer, 2, SECOND_CHROMA, width, height) &&
        (picture.is_opaque || add_plane(writer, 3, ALPHA, picture.width, picture.height)) &&
        say_codes(writer)) {
      return writer;
    }
    copt_heif_drop(writer);
  }
  copt_fail(report, CIMAGE_OUT_OF_MEMORY, "no memory");
  return NULL;
}

void copt_heif_drop(copt_heif_writer *writer) {
  if (writer->image) libheif.heif_image_release(writer->image);
  free(writer->sums);
  free(writer);
}

// The share of a channel in luma, over 65,536.
enum { RED_SHARE = 19595, GREEN_SHARE = 38470, BLUE_SHARE = 7471 };

// Makes a row of chroma samples of the sums of their pixels, which are `rows` high.
//
// Over 65,536 the shares 0.1687, 0.3313, 0.4187 and 0.0813 (JFIF 1.02). No sum exceeds 32 bits:
// four pixels make 32,768 · 1020 + 128 · 262,144 + 131,072 = 67,108,864 at most.
static void write_chroma(copt_heif_writer *writer, uint32_t row, int32_t rows) {
  uint32_t step = chroma_step(writer), width = chroma_width(writer);
  uint8_t *blue_to = writer->planes[1] + (size_t)row * (size_t)writer->strides[1];
  uint8_t *red_to = writer->planes[2] + (size_t)row * (size_t)writer->strides[2];
  for (uint32_t x = 0; x < width; x++) {
    uint16_t *sums = writer->sums + 3 * (size_t)x;
    int32_t red = sums[0], green = sums[1], blue = sums[2];
    int32_t pixels = rows * (x * step + step <= writer->picture.width ? (int32_t)step : 1);
    // Half of 65,536 is what a channel's own share may be; 128 and a half are added before the division.
    int32_t unit = 65536 * pixels, middle = 128 * unit + unit / 2;
    int32_t to_blue = (32768 * blue - 11056 * red - 21712 * green + middle) / unit;
    int32_t to_red = (32768 * red - 27440 * green - 5328 * blue + middle) / unit;
    blue_to[x] = (uint8_t)(to_blue > 255 ? 255 : to_blue);
    red_to[x] = (uint8_t)(to_red > 255 ? 255 : to_red);
    memset(sums, 0, 3 * sizeof *sums);
  }
}

void copt_heif_add(copt_heif_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
  const copt_heif_picture *picture = &writer->picture;
  uint32_t shift = picture->halves_chroma ? 1 : 0;
  for (uint32_t y = 0; y < count && writer->row_count < picture->height; y++) {
    const uint8_t *from = rows + y * stride;
    uint32_t row = writer->row_count++;
    uint8_t *luma = writer->planes[0] + (size_t)row * (size_t)writer->strides[0];
    for (size_t x = 0; x < picture->width; x++) {
      const uint8_t *pixel = from + 4 * x;
      uint16_t *sums = writer->sums + 3 * (x >> shift);
      luma[x] = (uint8_t)((RED_SHARE * pixel[0] + GREEN_SHARE * pixel[1] + BLUE_SHARE * pixel[2] +
                           32768) >> 16);
      for (int channel = 0; channel < 3; channel++) sums[channel] += pixel[channel];
    }
    bool is_last = writer->row_count == picture->height;
    if (is_last || row >> shift != writer->row_count >> shift) {
      write_chroma(writer, row >> shift, (int32_t)(row - (row >> shift << shift)) + 1);
    }
    if (picture->is_opaque) continue;
    uint8_t *alpha = writer->planes[3] + (size_t)row * (size_t)writer->strides[3];
    for (size_t x = 0; x < picture->width; x++) alpha[x] = from[4 * x + 3];
  }
}

static bool add_metadata(void *context, const void *handle, cimage_block exif, cimage_block xmp,
                         cimage_report *report) {
  if (exif.count > INT32_MAX / 2 || xmp.count > INT32_MAX / 2) return true;
  return (exif.count == 0 ||
          succeeds(report, libheif.heif_context_add_exif_metadata(context, handle, exif.bytes,
                                                                  (int)exif.count))) &&
         (xmp.count == 0 ||
          succeeds(report, libheif.heif_context_add_XMP_metadata(context, handle, xmp.bytes,
                                                                 (int)xmp.count)));
}

uint8_t *copt_heif_finish(copt_heif_writer *writer, cimage_block profile, cimage_block exif,
                          cimage_block xmp, size_t *count) {
  *count = 0;
  encoded file = {NULL, 0};
  cimage_report *report = writer->report;
  const copt_heif_picture *picture = &writer->picture;
  void *context = libheif.heif_context_alloc();
  void *encoder = NULL, *handle = NULL;
  byte_sink sink = {.version = 1, .write = keep};
  if (context &&
      (profile.count == 0 ||
       succeeds(report, libheif.heif_image_set_raw_color_profile(writer->image, "prof",
                                                                 profile.bytes, profile.count))) &&
      succeeds(report, libheif.heif_context_get_encoder_for_format(context, AV1, &encoder))) {
    libheif.heif_encoder_set_lossy_quality(encoder, picture->quality);
    // libaom gives one file for any number of threads from two on, and another for one. Encoders that know no
    // such parameter say so, and encode all the same.
    libheif.heif_encoder_set_parameter_integer(encoder, "threads", 2);
    libheif.heif_encoder_set_parameter_integer(encoder, "speed", picture->speed);
    libheif.heif_encoder_set_parameter_string(encoder, "chroma",
                                              picture->halves_chroma ? "420" : "444");
    if (succeeds(report, libheif.heif_context_encode_image(context, writer->image, encoder, NULL,
                                                           &handle)) &&
        add_metadata(context, handle, exif, xmp, report)) {
      succeeds(report, libheif.heif_context_write(context, &sink, &file));
    }
    if (handle) libheif.heif_image_handle_release(handle);
    libheif.heif_encoder_release(encoder);
  }
  if (context) libheif.heif_context_free(context);
  copt_heif_drop(writer);
  if (!context || report->status != CIMAGE_OK) {
    copt_fail(report, CIMAGE_OUT_OF_MEMORY, "no memory");
    free(file.bytes);
    return NULL;
  }
  *count = file.count;
  return file.bytes;
}

void copt_heif_free(uint8_t *file) { free(file); }
