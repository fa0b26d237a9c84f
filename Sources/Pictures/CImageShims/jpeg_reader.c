#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "jpeg_pixels.h"
#include "jpeg_size.h"
#include "jpeg_tables.h"
#include "report.h"
#include "stopwatch.h"
#include "stream.h"

struct cimage_jpeg_reader {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  cimage_stream stream;
  cimage_stopwatch stopwatch;
  cimage_report *report;
  cimage_ink_conversion *inks;  // NULL: by Adobe's rule
  uint32_t step;          // rows of the picture for each row delivered
  bool has_started;
  bool is_delivering;     // rows, after all scans that come before them
  bool ran_out;           // libjpeg asked for bytes after the last
  bool was_padded;        // the end of arithmetic-coded data was continued with zeros
  bool lacks_detail;
  uint32_t missing_from;  // the first delivered row without coded data
  uint32_t maximum_scans;
  bool has_scan[MAX_COMPONENTS];  // whether the component's first scan was seen
  uint32_t next_row;
};

static cimage_jpeg_reader *reader_of(j_common_ptr info) { return info->client_data; }

// Whether the scan being read is the one that first gives its components their pixels, and not
// one that refines them. Only a progressive picture has the latter; of others the parameters say
// nothing, and hostile ones lie.
static bool is_first_scan(j_decompress_ptr info) {
  return !info->progressive_mode || (info->Ss == 0 && info->Ah == 0);
}

// Notes that the coded data of the current scan ended before its rows did. libjpeg goes on with
// grey (or, in a scan that refines, with what it has).
static void note_short_scan(cimage_jpeg_reader *reader) {
  j_decompress_ptr info = &reader->info;
  if (!is_first_scan(info)) {
    // Bytes that end are a file cut short. A marker that comes early is damage within a whole
    // file, whose rows are all there: libjpeg's warning is enough.
    if (reader->ran_out) reader->lacks_detail = true;
    return;
  }
  uint32_t row = info->input_iMCU_row * (uint32_t)info->max_v_samp_factor * DCTSIZE;
  row /= reader->step;
  if (row < reader->missing_from) reader->missing_from = row;
}

static cimage_status status_of(cimage_jpeg_reader *reader, int code) {
  if (reader->stream.error) return CIMAGE_UNREADABLE;
  switch (code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return CIMAGE_OUT_OF_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_EMPTY_IMAGE:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
      return CIMAGE_UNSUPPORTED;
    default:
      return reader->ran_out ? CIMAGE_TRUNCATED : CIMAGE_DAMAGED;
  }
}

static void on_error(j_common_ptr info) {
  cimage_jpeg_reader *reader = reader_of(info);
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  cimage_take_error(reader->report, status_of(reader, info->err->msg_code),
                    reader->stream.error ? strerror(reader->stream.error) : text);
  longjmp(reader->escape, 1);
}

static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;  // tracing
  cimage_jpeg_reader *reader = reader_of(info);
  info->err->num_warnings++;
  if (info->err->msg_code == JWRN_HIT_MARKER) {
    int marker = reader->info.unread_marker;
    bool is_restart = marker >= JPEG_RST0 && marker <= JPEG_RST0 + 7;
    if (!is_restart) note_short_scan(reader);  // after a restart marker the data goes on
  }
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  cimage_take_warning(reader->report, info->err->msg_code, text);
}

static void on_init_source(j_decompress_ptr info) { (void)info; }

// Called when a piece is used up. When the bytes have run out, pretends that an end marker
// follows, as libjpeg's own sources do.
static boolean on_fill(j_decompress_ptr info) {
  static const JOCTET zeros[4] = {0, 0, 0, 0};
  static const JOCTET end[2] = {0xFF, JPEG_EOI};
  cimage_jpeg_reader *reader = reader_of((j_common_ptr)info);
  if (!reader->ran_out) {
    info->src->bytes_in_buffer = cimage_stream_next(&reader->stream, &info->src->next_input_byte);
    if (info->src->bytes_in_buffer > 0) return TRUE;
    if (reader->stream.error) ERREXIT(info, JERR_FILE_READ);
    reader->ran_out = true;
    WARNMS(info, JWRN_JPEG_EOF);
  }
  bool is_in_scan = reader->has_started && info->input_iMCU_row < info->total_iMCU_rows;
  if (info->arith_code && is_in_scan) {
    // An arithmetic coder drops the zeros at its end and the decoder reads some bytes ahead, so
    // that needing a few more says nothing. Needing more than these does.
    if (!reader->was_padded) {
      reader->was_padded = true;
      info->src->next_input_byte = zeros;
      info->src->bytes_in_buffer = sizeof zeros;
      return TRUE;
    }
    note_short_scan(reader);
  }
  info->src->next_input_byte = end;
  info->src->bytes_in_buffer = sizeof end;
  return TRUE;
}

static void on_skip(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  cimage_jpeg_reader *reader = reader_of((j_common_ptr)info);
  size_t step = info->src->bytes_in_buffer;
  if ((unsigned long)count < step) step = (size_t)count;
  info->src->next_input_byte += step;
  info->src->bytes_in_buffer -= step;
  cimage_stream_skip(&reader->stream, (uint64_t)count - step);
}

static void on_end_source(j_decompress_ptr info) { (void)info; }

static void give_up(cimage_jpeg_reader *reader, cimage_status status, const char *text) {
  cimage_take_error(reader->report, status, text);
  longjmp(reader->escape, 1);
}

// Called before each row of blocks is read: counts scans, and which components have begun.
static void on_progress(j_common_ptr common) {
  cimage_jpeg_reader *reader = reader_of(common);
  j_decompress_ptr info = &reader->info;
  if (is_first_scan(info)) {
    for (int i = 0; i < info->comps_in_scan; i++) {
      reader->has_scan[info->cur_comp_info[i]->component_index] = true;
    }
  }
  if ((uint32_t)info->input_scan_number > reader->maximum_scans) {
    give_up(reader, CIMAGE_SCAN_LIMIT, "too many scans");
  }
  if (reader->is_delivering) return;  // whose rows are counted where they arrive
  uint64_t pixels = (uint64_t)info->image_width * (uint64_t)info->max_v_samp_factor * DCTSIZE;
  if (cimage_stopwatch_is_over(&reader->stopwatch, pixels)) {
    give_up(reader, CIMAGE_TIME_LIMIT, "its scans take too long");
  }
}

static cimage_jpeg_colors colors_of(j_decompress_ptr info) {
  switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE: return CIMAGE_JPEG_GREY;
    case JCS_RGB: return CIMAGE_JPEG_RGB;
    case JCS_YCbCr: return CIMAGE_JPEG_YCBCR;
    case JCS_CMYK: return CIMAGE_JPEG_CMYK;
    case JCS_YCCK: return CIMAGE_JPEG_YCCK;
    default: return CIMAGE_JPEG_OTHER;
  }
}

cimage_jpeg_reader *cimage_jpeg_open(cimage_input input, cimage_jpeg_header *header,
                                     cimage_report *report) {
  cimage_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader || !cimage_stream_open(&reader->stream, input)) {
    free(reader);
    cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "no memory for a JPEG reader");
    return NULL;
  }
  j_decompress_ptr info = &reader->info;
  reader->report = report;
  reader->missing_from = UINT32_MAX;
  reader->step = 1;
  info->client_data = reader;
  info->err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  if (setjmp(reader->escape)) {
    cimage_jpeg_close(reader);
    return NULL;
  }
  jpeg_create_decompress(info);
  reader->source.init_source = on_init_source;
  reader->source.fill_input_buffer = on_fill;
  reader->source.skip_input_data = on_skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = on_end_source;
  info->src = &reader->source;
  reader->progress.progress_monitor = on_progress;
  info->progress = &reader->progress;
  jpeg_save_markers(info, JPEG_APP0, 16);
  jpeg_read_header(info, TRUE);
  header->width = info->image_width;
  header->height = info->image_height;
  header->bit_depth = (uint8_t)info->data_precision;
  header->components = (uint8_t)info->num_components;
  header->colors = colors_of(info);
  header->is_progressive = info->progressive_mode;
  header->is_arithmetic = info->arith_code;
  header->coefficient_bytes = cimage_jpeg_coefficient_bytes(info);
  header->block_count = cimage_jpeg_block_count(info);
  header->padded_block_count = cimage_jpeg_padded_block_count(info);
  return reader;
}

// After all scans of a picture in several: what the file should have brought and did not.
static void note_missing_scans(cimage_jpeg_reader *reader) {
  j_decompress_ptr info = &reader->info;
  for (int i = 0; i < info->num_components; i++) {
    if (!reader->has_scan[i]) reader->missing_from = 0;
    if (!reader->ran_out || !info->progressive_mode || !info->coef_bits) continue;
    for (int k = 0; k < DCTSIZE2; k++) {
      if (info->coef_bits[i][k] != 0) reader->lacks_detail = true;
    }
  }
}

// Asks for the means of blocks alone. Chroma that is stored at half the size takes the two
// coefficients more a side that its own means do not have.
static void ask_for_outline(cimage_jpeg_reader *reader) {
  j_decompress_ptr info = &reader->info;
  reader->step = CIMAGE_OUTLINE_STEP;
  info->scale_num = 1;
  info->scale_denom = CIMAGE_OUTLINE_STEP;
  info->do_fancy_upsampling = FALSE;
  info->do_block_smoothing = FALSE;
}

cimage_status cimage_jpeg_start(cimage_jpeg_reader *reader, cimage_jpeg_request request) {
  j_decompress_ptr info = &reader->info;
  if (setjmp(reader->escape)) return reader->report->status;
  if (info->data_precision != 8) ERREXIT1(info, JERR_BAD_PRECISION, info->data_precision);
  const char *fault = cimage_jpeg_contradiction(info);
  if (fault) give_up(reader, CIMAGE_DAMAGED, fault);
  reader->maximum_scans = request.maximum_scans;
  cimage_stopwatch_set(&reader->stopwatch, request.time);
  cimage_stopwatch_enter(&reader->stopwatch);
  info->mem->max_memory_to_use =
      request.maximum_memory > LONG_MAX ? LONG_MAX : (long)request.maximum_memory;
  if (info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK) {
    info->out_color_space = JCS_CMYK;
  } else {
#ifdef JCS_ALPHA_EXTENSIONS
    info->out_color_space = JCS_EXT_RGBA;
#else
    info->out_color_space = JCS_RGB;
#endif
  }
  if (request.outline) ask_for_outline(reader);
  reader->has_started = true;
  jpeg_start_decompress(info);
  if (jpeg_has_multiple_scans(info)) note_missing_scans(reader);
  reader->is_delivering = true;
  cimage_stopwatch_leave(&reader->stopwatch);
  return CIMAGE_OK;
}

bool cimage_jpeg_follow_inks(cimage_jpeg_reader *reader, const uint8_t *profile, size_t count) {
  if (!reader->inks) reader->inks = cimage_inks_open(profile, count, CIMAGE_INVERTED_INKS_8);
  return reader->inks != NULL;
}

bool cimage_jpeg_lacks_detail(const cimage_jpeg_reader *reader) { return reader->lacks_detail; }

static void finish_row(const cimage_jpeg_reader *reader, uint8_t *row) {
  if (reader->info.out_color_space == JCS_CMYK && reader->inks) {
    cimage_inks_run(reader->inks, row, row, reader->info.output_width);
  } else if (reader->info.out_color_space == JCS_CMYK) {
    cimage_turn_inks_to_rgba(row, reader->info.output_width);
  } else {
#ifndef JCS_ALPHA_EXTENSIONS
    cimage_spread_rgb_to_rgba(row, reader->info.output_width);
#endif
  }
}

cimage_status cimage_jpeg_read_rows(cimage_jpeg_reader *reader, uint8_t *rows, size_t stride,
                                    uint32_t count, uint32_t *delivered) {
  j_decompress_ptr info = &reader->info;
  const uint32_t first = reader->next_row;
  *delivered = 0;
  if (count > info->output_height - first) count = info->output_height - first;
  if (setjmp(reader->escape)) {
    *delivered = reader->next_row - first;
    return reader->report->status;
  }
  cimage_stopwatch_enter(&reader->stopwatch);
  const uint64_t row_pixels = (uint64_t)info->output_width * reader->step * reader->step;
  while (reader->next_row - first < count && reader->next_row < reader->missing_from) {
    JSAMPROW pointers[16];
    uint32_t wanted = count - (reader->next_row - first);
    if (wanted > 16) wanted = 16;
    uint8_t *start = rows + (reader->next_row - first) * stride;
    for (uint32_t i = 0; i < wanted; i++) pointers[i] = start + i * stride;
    uint32_t got = jpeg_read_scanlines(info, pointers, wanted);
    if (got == 0) break;
    for (uint32_t i = 0; i < got; i++) finish_row(reader, pointers[i]);
    reader->next_row += got;
    if (reader->next_row > reader->missing_from) {
      uint32_t extra = reader->next_row - reader->missing_from;
      if (extra > got) extra = got;
      for (uint32_t i = got - extra; i < got; i++) {
        memset(pointers[i], 0, (size_t)4 * info->output_width);
      }
      reader->next_row -= extra;
    }
    if (cimage_stopwatch_is_over(&reader->stopwatch, got * row_pixels)) {
      give_up(reader, CIMAGE_TIME_LIMIT, "its rows take too long");
    }
  }
  cimage_stopwatch_leave(&reader->stopwatch);
  *delivered = reader->next_row - first;
  if (*delivered < count) {
    cimage_take_error(reader->report, reader->ran_out ? CIMAGE_TRUNCATED : CIMAGE_DAMAGED,
                      "the coded data of the rows ends early");
    return reader->report->status;
  }
  return CIMAGE_OK;
}

cimage_status cimage_jpeg_finish(cimage_jpeg_reader *reader) {
  if (setjmp(reader->escape)) return reader->report->status;
  jpeg_finish_decompress(&reader->info);
  return CIMAGE_OK;
}

void cimage_jpeg_close(cimage_jpeg_reader *reader) {
  if (!reader) return;
  jpeg_destroy_decompress(&reader->info);
  cimage_stream_close(&reader->stream);
  cimage_inks_close(reader->inks);
  free(reader);
}
