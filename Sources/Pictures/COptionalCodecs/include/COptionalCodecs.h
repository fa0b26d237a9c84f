// WebP, TIFF, HEIC and AVIF through libwebp, libtiff and libheif, which are opened when a file of
// such a format is first met.
//
// Why C: a function that is found by its name has no type, and here the compiler gives it one;
// libtiff takes messages with variadic arguments. None of the libraries or their headers is needed
// to build. The few declarations are those of their documentation; where a header is installed, the
// sources compare them with it.
//
// As in CImageShims bytes come from memory or an open file, every failure is a status, nothing calls
// back into Swift, and two readers may work on two threads. The libraries stay open. No function keeps
// global state but copt_heif_read of HEVC, which has glibc's malloc give zeros meanwhile.

#ifndef C_OPTIONAL_CODECS_H
#define C_OPTIONAL_CODECS_H

#include "CImageShims.h"

// A library as it was found.
typedef struct {
  bool is_found;      // and has every function that is used
  uint32_t version;   // major × 65,536 + minor × 256 + patch
  const char *path;   // the file that it was opened from; "" where the system does not say
} copt_library;

// Opens a library at the first call; any thread may call. What it is and has is asked, nothing is
// decoded.
const copt_library *copt_libwebp(void);
const copt_library *copt_libtiff(void);
const copt_library *copt_libheif(void);

// The functions below may be called only where their library was found.

// WebP in: a frame of a file, which begins at the header of its chunk ALPH, VP8 or VP8L.

typedef struct copt_webp_reader copt_webp_reader;

// Decodes to RGBA into `rows`, `stride` bytes apart, `byte_count` in all. NULL: no memory, or they do
// not hold a row.
copt_webp_reader *copt_webp_open(uint8_t *rows, size_t byte_count, size_t stride);
// Decodes as far as the first `count` bytes of the frame go. The bytes stay where they are and alive
// until the reader is closed. CIMAGE_TRUNCATED: more bytes are needed.
cimage_status copt_webp_advance(copt_webp_reader *reader, const uint8_t *bytes, size_t count);
// Rows that are whole.
uint32_t copt_webp_rows(copt_webp_reader *reader);
void copt_webp_close(copt_webp_reader *reader);

// WebP out: the file of a picture of RGBA pixels, lossy (quality 1 to 100), with method 0 (soonest) to 6
// (smallest file); 0 bytes where there is no memory, or a side is too long. Free it with copt_webp_free.
size_t copt_webp_encode(const uint8_t *rows, uint32_t width, uint32_t height, size_t stride,
                        float quality, int method, uint8_t **file);
void copt_webp_free(uint8_t *file);

// TIFF in: the first page.

typedef struct copt_tiff_reader copt_tiff_reader;

typedef enum {
  COPT_OTHER = 0,
  COPT_GREY,
  COPT_RGB,
  COPT_PALETTE,
  COPT_YCBCR,
  COPT_CMYK,
  COPT_LAB,
} copt_colors;

typedef struct {
  uint32_t width, height;
  uint16_t bit_depth;
  copt_colors colors;
  bool has_transparency;
  uint8_t orientation;     // as Exif counts, 1 to 8
  bool has_more_pages;
  uint32_t band_rows;      // rows that are decoded together
  uint64_t working_bytes;  // memory that libtiff takes for them
  size_t profile_count;    // bytes of the colour profile
} copt_tiff_header;

// NULL on failure. No allocation of libtiff is above `maximum_memory` bytes.
copt_tiff_reader *copt_tiff_open(cimage_input input, uint64_t maximum_memory,
                                 copt_tiff_header *header, cimage_report *report);
// Copies the colour profile, whose size the header says.
void copt_tiff_profile(copt_tiff_reader *reader, uint8_t *profile);
// Reads rows as RGBA, `4 × width` bytes apart: `count`, from a multiple of the header's `band_rows` on.
cimage_status copt_tiff_read(copt_tiff_reader *reader, uint8_t *rows, uint32_t from,
                             uint32_t count);
// Whether the file's colour profile could not be followed where the rows were made by one.
bool copt_tiff_ignores_profile(const copt_tiff_reader *reader);
void copt_tiff_close(copt_tiff_reader *reader);

// HEIC and AVIF in: the primary picture, turned as the file says.

typedef struct copt_heif_reader copt_heif_reader;

typedef struct {
  uint32_t width, height;
  uint8_t bit_depth;
  bool has_transparency;
  uint32_t picture_count;  // pictures of the file beside thumbnails and tiles
  size_t profile_count;    // bytes of the ICC profile; 0: none
  bool has_codes;          // of ITU-T H.273, for the colours
  uint8_t primaries, transfer;
  size_t exif_count;       // bytes of the Exif block; 0: none
  size_t xmp_count;        // bytes of the XMP packet; 0: none
} copt_heif_header;

typedef struct {
  uint64_t pixels;         // of a picture, or a tile
  uint64_t memory;         // bytes of one allocation
  uint64_t profile_bytes;
  uint64_t hidden_box;     // where the name of a box stands that is not to be seen, or 0
} copt_heif_limits;

// NULL on failure.
copt_heif_reader *copt_heif_open(cimage_input input, copt_heif_limits limits,
                                 copt_heif_header *header, cimage_report *report);
// Says another size of the picture than the header does, which it then must have once it is decoded.
void copt_heif_expect(copt_heif_reader *reader, uint32_t width, uint32_t height);
// Copy what the header says the size of.
void copt_heif_profile(copt_heif_reader *reader, uint8_t *profile);
void copt_heif_exif(copt_heif_reader *reader, uint8_t *exif);
void copt_heif_xmp(copt_heif_reader *reader, uint8_t *xmp);
// Decodes to RGBA, `stride` bytes apart, all rows at once; of one channel where that is expected. Of HEVC a decoder may
// leave blocks out, which are 0 then.
cimage_status copt_heif_read(copt_heif_reader *reader, uint8_t *rows, size_t stride,
                             bool is_monochrome, bool may_lack_blocks);
void copt_heif_close(copt_heif_reader *reader);

// Whether libheif has a decoder of HEVC (HEIC) or AV1 (AVIF), and an encoder of AV1.
bool copt_heif_decodes_hevc(void);
bool copt_heif_decodes_av1(void);
bool copt_heif_encodes_av1(void);

// AVIF out.

typedef struct copt_heif_writer copt_heif_writer;

typedef struct {
  uint32_t width, height;  // 1 and more
  bool is_opaque;
  bool halves_chroma;      // 4:2:0, else 4:4:4
  int32_t quality;         // 1 to 100
  int32_t speed;           // of the encoder, 1 to 9
} copt_heif_picture;

// NULL on failure.
copt_heif_writer *copt_heif_begin(copt_heif_picture picture, cimage_report *report);
// Takes the next rows of RGBA, `stride` bytes apart.
void copt_heif_add(copt_heif_writer *writer, const uint8_t *rows, size_t stride, uint32_t count);
// The file, made on two threads, with an ICC profile, a TIFF structure of Exif and an XMP packet; NULL on failure. Free it
// with copt_heif_free. The writer is gone.
uint8_t *copt_heif_finish(copt_heif_writer *writer, cimage_block profile, cimage_block exif,
                          cimage_block xmp, size_t *count);
// Ends a file that is not wanted any more.
void copt_heif_drop(copt_heif_writer *writer);
void copt_heif_free(uint8_t *file);

#endif
