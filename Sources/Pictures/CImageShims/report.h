// What the four codecs share: taking down messages, and memory that grows.

#ifndef C_IMAGE_REPORT_H
#define C_IMAGE_REPORT_H

#include "CImageShims.h"

void cimage_take_error(cimage_report *report, cimage_status status, const char *text);
// Keeps the first warning of each kind and counts the others; those of kind 0 are distinguished by their text.
void cimage_take_warning(cimage_report *report, int32_t kind, const char *text);

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} cimage_growing;

// Makes room for `extra` bytes more; false when there is no memory.
bool cimage_reserve(cimage_growing *memory, size_t extra);

#endif
