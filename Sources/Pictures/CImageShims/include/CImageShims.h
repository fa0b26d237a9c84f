// PNG and JPEG through libpng, zlib and libjpeg, in plain types.
//
// Why C: both libraries report a fatal error by longjmp, which must never cross a Swift frame
// (Swift's cleanups would be skipped), and both are reached through macros and structures whose
// layout depends on how the library was built. Every function here that can meet such an error
// sets its own jump target, so that an error is always a return value. Nothing here calls back
// into Swift: bytes come from memory or an open file, and rows are pulled, a few at a time, into the
// caller's memory. No function keeps global state; two readers may work on two threads.
//
// A reader is used in this order: open (reads the header), start, read rows, finish, close.
// After a status other than CIMAGE_OK the only calls left are the ones that ask why, and close.

#ifndef C_IMAGE_SHIMS_H
#define C_IMAGE_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a call ended.
typedef enum {
  CIMAGE_OK = 0,
  CIMAGE_TRUNCATED,      // the bytes end before the picture does
  CIMAGE_DAMAGED,        // the bytes contradict the format
  CIMAGE_UNSUPPORTED,    // valid, but nothing this library decodes
  CIMAGE_OUT_OF_MEMORY,  // the system gives no more
  CIMAGE_SCAN_LIMIT,     // more progressive scans than allowed
  CIMAGE_PROFILE_LIMIT,  // a larger colour profile than allowed
  CIMAGE_TIME_LIMIT,     // more processor time than allowed
  CIMAGE_MEMORY_LIMIT,   // more memory than allowed
  CIMAGE_UNREADABLE,     // the system could not read the file
} cimage_status;

enum { CIMAGE_TEXT_BYTES = 200, CIMAGE_WARNINGS_KEPT = 8 };

// What a library said. Zero it before use; it must outlive the reader it is given to.
typedef struct {
  cimage_status status;
  int32_t warnings_kept;
  char error[CIMAGE_TEXT_BYTES];
  char warnings[CIMAGE_WARNINGS_KEPT][CIMAGE_TEXT_BYTES];  // of each kind the first
  int32_t kinds[CIMAGE_WARNINGS_KEPT];
  int32_t times[CIMAGE_WARNINGS_KEPT];
} cimage_report;

const char *cimage_error_text(const cimage_report *report);
const char *cimage_warning_text(const cimage_report *report, int32_t index);
// How often there was a warning of that kind.
int32_t cimage_warning_times(const cimage_report *report, int32_t index);

// Where the bytes of a picture are. Memory, or an open regular file, must outlive the reader.
typedef struct {
  const uint8_t *bytes;  // NULL: in the file
  uint64_t count;        // how many; a file is not read beyond
  int file;              // a descriptor, whose position does not matter and does not change
} cimage_input;

// How long a reader may work, from its start on: processor time of the threads that call it, in its
// calls alone, so that neither a busy machine nor what the caller does between rows counts.
typedef struct {
  uint64_t nanoseconds;  // UINT64_MAX: as long as it takes
  uint64_t step;         // above 0: a clock for tests, which moves on by so much at every look
} cimage_time;

// PNG in.

typedef struct cimage_png_reader cimage_png_reader;

typedef struct {
  uint32_t width, height;
  uint8_t bit_depth;
  uint8_t color_type;  // as in the file: 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGBA
  bool has_transparency;
  bool is_interlaced;
  // Memory for the rows that libpng holds while it unfilters and widens them.
  uint64_t row_bytes;
  uint64_t filtered_bytes;  // of all rows, inflated; of an interlaced picture a little less
} cimage_png_header;

// The colours of an open file's palette, as 4 bytes of RGBA each, and how many there are: at most
// 256, and 0 without a palette.
uint32_t cimage_png_palette(cimage_png_reader *reader, uint32_t colors[256]);
// NULL on failure. libpng gets `maximum_memory` bytes at most, all its allocations together.
cimage_png_reader *cimage_png_open(cimage_input input, uint64_t maximum_memory,
                                   cimage_png_header *header, cimage_report *report);
cimage_status cimage_png_start(cimage_png_reader *reader, cimage_time time);
// Reads the next `count` rows as RGBA, `stride` bytes apart. An interlaced picture takes all its
// rows in one call. `delivered` counts the rows that are whole, also after a failure.
cimage_status cimage_png_read_rows(cimage_png_reader *reader, uint8_t *rows, size_t stride,
                                   uint32_t count, uint32_t *delivered);
// Reads what follows the last row.
cimage_status cimage_png_finish(cimage_png_reader *reader);
void cimage_png_close(cimage_png_reader *reader);

// Inflates a colour profile, at most `limit` bytes, out of the `count` bytes at `offset`. Free it
// with cimage_free.
cimage_status cimage_png_inflate(cimage_input input, uint64_t offset, uint64_t count, size_t limit,
                                 uint8_t **profile, size_t *profile_count, cimage_report *report);

// JPEG in.

typedef struct cimage_jpeg_reader cimage_jpeg_reader;

typedef enum {
  CIMAGE_JPEG_OTHER = 0,
  CIMAGE_JPEG_GREY,
  CIMAGE_JPEG_RGB,
  CIMAGE_JPEG_YCBCR,
  CIMAGE_JPEG_CMYK,
  CIMAGE_JPEG_YCCK,
} cimage_jpeg_colors;

typedef struct {
  uint32_t width, height;
  uint8_t bit_depth;
  uint8_t components;
  cimage_jpeg_colors colors;
  bool is_progressive;
  bool is_arithmetic;
  // Memory for coefficients, which a picture in several scans needs whole; else 0.
  uint64_t coefficient_bytes;
  uint64_t block_count;         // of all components
  uint64_t padded_block_count;  // the same with those that fill the last MCUs of an interleaved scan
} cimage_jpeg_header;

// NULL on failure.
cimage_jpeg_reader *cimage_jpeg_open(cimage_input input, cimage_jpeg_header *header,
                                     cimage_report *report);

enum { CIMAGE_OUTLINE_STEP = 8 };

typedef struct {
  uint32_t maximum_scans;
  uint64_t maximum_memory;
  cimage_time time;
  // One pixel for each 8 × 8, its mean: from the first coefficients alone. Of a progressive
  // picture only the scans up to those that bring them are read.
  bool outline;
} cimage_jpeg_request;

// Has inks converted to sRGB by an ICC profile. False where it cannot be followed.
bool cimage_jpeg_follow_inks(cimage_jpeg_reader *reader, const uint8_t *profile, size_t count);
// Reads all scans of a picture that has several, else none.
cimage_status cimage_jpeg_start(cimage_jpeg_reader *reader, cimage_jpeg_request wish);
// Whether the bytes end before the detail of a picture whose rows have all begun to arrive.
bool cimage_jpeg_lacks_detail(const cimage_jpeg_reader *reader);
// Reads the next `count` rows as RGBA, `stride` bytes apart. CIMAGE_TRUNCATED or CIMAGE_DAMAGED
// when the coded data of a row ended early: the `delivered` rows before it are whole, and those
// from it on are zeroed.
cimage_status cimage_jpeg_read_rows(cimage_jpeg_reader *reader, uint8_t *rows, size_t stride,
                                    uint32_t count, uint32_t *delivered);
// Reads what follows the last row.
cimage_status cimage_jpeg_finish(cimage_jpeg_reader *reader);
void cimage_jpeg_close(cimage_jpeg_reader *reader);

// Rows of RGBA from the colours of a matrix and curves: see `MatrixColors` in Swift.

typedef struct cimage_matrix_rows cimage_matrix_rows;

enum { CIMAGE_LEVEL_PLACES = 7936 };

// What the loops need of the light of 3 x 256 levels, 3 x 3 weights of `shift` binary places, those of one
// sum beside each other, and the levels of all places. The weights above 0 of a sum add up to less than 32768, those
// below 0 to -32768 or more. NULL where there is no memory.
cimage_matrix_rows *cimage_matrix_rows_make(const uint16_t *lights, const int16_t *weights,
                                            int32_t shift, const uint8_t *levels);
// How many loops this machine can run, 1 or more. The last is the fastest: 0 is that of any machine, 1 takes AVX2,
// 2 AVX-512 with VBMI and VNNI.
int32_t cimage_matrix_loops(void);
// Converts pixels in place, their alpha kept, by a loop that the machine can run.
void cimage_matrix_rows_run(const cimage_matrix_rows *rows, int32_t loop, uint8_t *pixels,
                            size_t count);
void cimage_matrix_rows_free(cimage_matrix_rows *rows);

// Colours, through Little CMS, whose pixel formats are macros.

typedef struct cimage_conversion cimage_conversion;

// The colours that pixels are converted to.
typedef enum {
  CIMAGE_SRGB,
  CIMAGE_DISPLAY_P3,
} cimage_gamut;

// Whether a conversion changes colours, where that was looked at.
typedef enum {
  CIMAGE_CHANGE_UNKNOWN,
  CIMAGE_CHANGES_COLORS,
  CIMAGE_KEEPS_COLORS,
} cimage_color_change;

// From the colours of an ICC profile of RGB to sRGB, relative colorimetric. NULL where the profile is
// damaged, of other colours, or there is no memory. A few closed conversions are kept for the next
// pictures with the same profile, with what was noted of them. Any thread may open and close. Several
// threads may convert with one once its change was noted.
cimage_conversion *cimage_conversion_open(const uint8_t *profile, size_t count,
                                          cimage_gamut gamut);
cimage_color_change cimage_conversion_change(const cimage_conversion *conversion);
// Where the profile is one of a matrix and curves: the light of 3 x 256 levels, and what the primaries of the profile
// and of the gamut are in XYZ, those of each number of XYZ beside each other. False for others, also once the change was noted.
bool cimage_conversion_matrix(const cimage_conversion *conversion, double *lights,
                              double *primaries, double *gamut);
// Has pixels converted by these rows, which are the conversion's from then on, before the change is noted.
void cimage_conversion_set_rows(cimage_conversion *conversion, cimage_matrix_rows *rows);
// Noting that colours change also makes the conversion fast.
void cimage_conversion_set_change(cimage_conversion *conversion, cimage_color_change change);
// Converts RGBA pixels in place, their alpha kept.
void cimage_conversion_run(const cimage_conversion *conversion, uint8_t *pixels, uint32_t count);
void cimage_conversion_close(cimage_conversion *conversion);

// The light of `count` greys from black to white by an ICC profile of greys, 65535 that of its white.
// False where the profile is damaged or of other colours.
bool cimage_grey_light(const uint8_t *profile, size_t count, uint16_t *light, size_t light_count);

// From inks or L*a*b* to sRGB, relative colorimetric.
typedef struct cimage_ink_conversion cimage_ink_conversion;

typedef enum {
  CIMAGE_INKS_8,           // cyan, magenta, yellow, black; 255 is all of an ink
  CIMAGE_INVERTED_INKS_8,  // 0 is all of an ink, as in Adobe's JPEGs
} cimage_ink_samples;

// NULL where the profile is damaged, not of four inks, or there is no memory.
cimage_ink_conversion *cimage_inks_open(const uint8_t *profile, size_t count,
                                        cimage_ink_samples samples);
// From four samples a pixel to opaque RGBA, both of 4 bytes a pixel; in place too.
void cimage_inks_run(const cimage_ink_conversion *conversion, const uint8_t *inks, uint8_t *pixels,
                     uint32_t count);
void cimage_inks_close(cimage_ink_conversion *conversion);

// From L*a*b* of 16 bits as ICC profiles of version 2 write it (white is 0xFF00, a and b of 0 are 0x8000),
// three numbers a pixel, by its own white, to RGBA; alpha is left alone.
typedef struct cimage_lab_conversion cimage_lab_conversion;
cimage_lab_conversion *cimage_lab_open(void);
void cimage_lab_run(const cimage_lab_conversion *conversion, const uint16_t *lab, uint8_t *pixels,
                    uint32_t count);
void cimage_lab_close(cimage_lab_conversion *conversion);

// Out.

typedef struct {
  const uint8_t *bytes;
  size_t count;  // 0: none
} cimage_block;

// Rows of a PNG that are filtered and deflated together, without a look at those of other bands.
typedef struct {
  const uint8_t *rows;   // RGBA, `stride` bytes apart
  const uint8_t *above;  // the row before the first; NULL at the top
  size_t stride;
  uint32_t width, count;
  int32_t compression_level;  // 0 to 9
  bool drops_alpha;
  bool is_last;  // of the picture
} cimage_png_band;

// Makes a band's part of the zlib stream, without the stream's two bytes of header and its
// checksum. Bands may be made on several threads. Free the bytes with cimage_free.
cimage_status cimage_png_deflate(cimage_png_band band, uint8_t **bytes, size_t *count,
                                 uint32_t *adler, cimage_report *report);
// The Adler-32 of two runs of bytes, of which the second has `after_count`.
uint32_t cimage_png_join_adler(uint32_t before, uint32_t after, uint64_t after_count);
// The CRC-32 of bytes that follow others, whose CRC is `before` (0: none).
uint32_t cimage_crc32(uint32_t before, const uint8_t *bytes, size_t count);
// A block as a zlib stream. Free the bytes with cimage_free.
cimage_status cimage_deflate_block(cimage_block block, uint8_t **bytes, size_t *count,
                                   cimage_report *report);

typedef struct cimage_jpeg_writer cimage_jpeg_writer;

typedef struct {
  uint32_t width, height;
  int32_t quality;  // 1 to 100
  bool halves_chroma;
  bool is_progressive;
  uint32_t restart_interval;  // MCUs between restart markers; 0: none
  uint8_t background[3];      // what shows through transparent pixels
  cimage_block color_profile;
  cimage_block segments;      // of metadata, each with its marker and length
  uint16_t density[2];        // pixels an inch; 0: not said
} cimage_jpeg_options;

// Begins a file; NULL on failure.
cimage_jpeg_writer *cimage_jpeg_writer_open(cimage_jpeg_options options, cimage_report *report);
// Writes everything that comes before the pixels' data, before the first row; else that row brings it.
cimage_status cimage_jpeg_write_head(cimage_jpeg_writer *writer);
// Takes the next rows as RGBA, `stride` bytes apart.
cimage_status cimage_jpeg_write_rows(cimage_jpeg_writer *writer, const uint8_t *rows, size_t stride,
                                     uint32_t count);
// Ends a file whose rows are all written.
cimage_status cimage_jpeg_writer_finish(cimage_jpeg_writer *writer);
// The bytes made since the last call, valid until the next call of any function.
size_t cimage_jpeg_writer_take(cimage_jpeg_writer *writer, const uint8_t **bytes);
void cimage_jpeg_writer_close(cimage_jpeg_writer *writer);

// The most columns or rows that libjpeg writes.
uint32_t cimage_jpeg_maximum_side(void);

void cimage_free(uint8_t *bytes);

#endif
