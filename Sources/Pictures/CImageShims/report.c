#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cimage_error_text(const cimage_report *report) { return report->error; }

const char *cimage_warning_text(const cimage_report *report, int32_t index) {
  return index >= 0 && index < report->warnings_kept ? report->warnings[index] : "";
}

int32_t cimage_warning_times(const cimage_report *report, int32_t index) {
  return index >= 0 && index < report->warnings_kept ? report->times[index] : 0;
}

void cimage_take_error(cimage_report *report, cimage_status status, const char *text) {
  if (report->status != CIMAGE_OK) return;  // the first cause is the one to report
  report->status = status;
  snprintf(report->error, sizeof report->error, "%s", text);
}

void cimage_take_warning(cimage_report *report, int32_t kind, const char *text) {
  char line[CIMAGE_TEXT_BYTES];
  snprintf(line, sizeof line, "%s", text);
  for (int32_t i = 0; i < report->warnings_kept; i++) {
    bool is_same = report->kinds[i] == kind && (kind != 0 || strcmp(report->warnings[i], line) == 0);
    if (!is_same) continue;
    if (report->times[i] < INT32_MAX) report->times[i]++;
    return;
  }
  if (report->warnings_kept == CIMAGE_WARNINGS_KEPT) return;
  report->kinds[report->warnings_kept] = kind;
  report->times[report->warnings_kept] = 1;
  memcpy(report->warnings[report->warnings_kept++], line, sizeof line);
}

bool cimage_reserve(cimage_growing *memory, size_t extra) {
  if (extra > SIZE_MAX / 4 || memory->count > SIZE_MAX / 4) return false;
  size_t needed = memory->count + extra;
  if (needed <= memory->capacity) return true;
  size_t capacity = memory->capacity < 65536 ? 65536 : memory->capacity * 2;
  if (capacity < needed) capacity = needed;
  uint8_t *bytes = realloc(memory->bytes, capacity);
  if (!bytes) return false;
  memory->bytes = bytes;
  memory->capacity = capacity;
  return true;
}

void cimage_free(uint8_t *bytes) { free(bytes); }
