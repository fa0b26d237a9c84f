// The time a reader has worked, and whether that is more than it may.

#ifndef C_IMAGE_STOPWATCH_H
#define C_IMAGE_STOPWATCH_H

#include "CImageShims.h"

typedef struct {
  cimage_time limit;
  uint64_t spent;    // nanoseconds up to the last look
  uint64_t seen;     // what the clock showed then
  uint64_t work;     // pixels since the time was last compared with the limit
  uint64_t shown;    // by a clock of tests
} cimage_stopwatch;

void cimage_stopwatch_set(cimage_stopwatch *watch, cimage_time limit);

// Called where a reader's function begins: time since the last look was the caller's.
void cimage_stopwatch_enter(cimage_stopwatch *watch);

// Called where it ends: keeps what was worked.
void cimage_stopwatch_leave(cimage_stopwatch *watch);

// Counts pixels that were worked on. Whether the time is over; the clock is looked at for every
// quarter of a million, about a millisecond, because looking takes as long as a thousand.
bool cimage_stopwatch_is_over(cimage_stopwatch *watch, uint64_t pixels);

#endif
