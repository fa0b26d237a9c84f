// Walks the scans of a JPEG by their markers. Within coded data a byte 0xFF is followed by zero, by
// a restart marker, or by the marker that ends the data (ITU-T T.81, B.1.1.5).

#include <string.h>

#include "stream.h"

typedef struct {
  cimage_stream stream;
  const uint8_t *next;
  size_t left;
} survey_reader;

static bool fill(survey_reader *reader) {
  if (reader->left == 0) reader->left = cimage_stream_next(&reader->stream, &reader->next);
  return reader->left > 0;
}

// The next byte; -1 at the end.
static int take(survey_reader *reader) {
  if (!fill(reader)) return -1;
  reader->left--;
  return *reader->next++;
}

static void skip(survey_reader *reader, size_t count) {
  size_t step = count < reader->left ? count : reader->left;
  reader->next += step;
  reader->left -= step;
  cimage_stream_skip(&reader->stream, count - step);
}

// Passes over a segment whose length comes next.
static bool skip_segment(survey_reader *reader) {
  int high = take(reader), low = take(reader);
  if (low < 0) return false;
  size_t length = (size_t)high << 8 | (size_t)low;
  if (length < 2) return false;
  skip(reader, length - 2);
  return true;
}

// The next marker, over coded data; -1 at the end.
static int find_marker(survey_reader *reader) {
  while (fill(reader)) {
    const uint8_t *found = memchr(reader->next, 0xFF, reader->left);
    if (!found) {
      reader->left = 0;
      continue;
    }
    reader->left -= (size_t)(found + 1 - reader->next);
    reader->next = found + 1;
    int code = take(reader);
    while (code == 0xFF) code = take(reader);
    bool goes_on = code == 0 || code == 0x01 || (code >= 0xD0 && code <= 0xD7);
    if (!goes_on) return code;
  }
  return -1;
}

// Whether libjpeg goes on over a segment between scans (jdmarker.c, read_markers): tables, restart
// intervals, comments, numbers of lines and what applications store. It stops at all others.
static bool is_known(int marker) {
  return marker == 0xC4 || marker == 0xCC || (marker >= 0xDA && marker <= 0xDD) ||
         (marker >= 0xE0 && marker <= 0xEF) || marker == 0xFE;
}

cimage_jpeg_survey cimage_jpeg_look_ahead(cimage_input input, uint64_t offset) {
  enum { END = 0xD9, SCAN = 0xDA };
  cimage_jpeg_survey survey = {.scans = 1};
  survey_reader reader = {0};
  if (!cimage_stream_open(&reader.stream, input)) return survey;
  cimage_stream_skip(&reader.stream, offset);
  int marker = SCAN;
  while (is_known(marker) && skip_segment(&reader)) {
    marker = find_marker(&reader);
    if (marker == SCAN && survey.scans < UINT32_MAX) survey.scans++;
  }
  survey.has_end = marker == END;
  cimage_stream_close(&reader.stream);
  return survey;
}
