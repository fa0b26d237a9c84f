#include "stopwatch.h"

#include <time.h>

enum { PIXELS_A_LOOK = 1 << 18 };

static uint64_t look(cimage_stopwatch *watch) {
  if (watch->limit.step > 0) return watch->shown += watch->limit.step;
  struct timespec now;
  // It cannot fail where threads have clocks at all; where they have none, nothing is limited.
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return watch->seen;
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void add_time(cimage_stopwatch *watch) {
  uint64_t now = look(watch);
  if (now > watch->seen) watch->spent += now - watch->seen;
  watch->seen = now;
}

void cimage_stopwatch_set(cimage_stopwatch *watch, cimage_time limit) {
  *watch = (cimage_stopwatch){.limit = limit};
}

static bool is_unlimited(const cimage_stopwatch *watch) {
  return watch->limit.nanoseconds == UINT64_MAX;
}

void cimage_stopwatch_enter(cimage_stopwatch *watch) {
  if (!is_unlimited(watch)) watch->seen = look(watch);
}

void cimage_stopwatch_leave(cimage_stopwatch *watch) {
  if (!is_unlimited(watch)) add_time(watch);
}

bool cimage_stopwatch_is_over(cimage_stopwatch *watch, uint64_t pixels) {
  if (is_unlimited(watch)) return false;
  watch->work += pixels;
  if (watch->work < PIXELS_A_LOOK) return false;
  watch->work = 0;
  add_time(watch);
  return watch->spent > watch->limit.nanoseconds;
}
