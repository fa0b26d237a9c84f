// Counting processors: an affinity mask where the system has one, else all that are online.

#define _GNU_SOURCE
#include "CProcessors.h"

#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

uint32_t cprocessors_available(void) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    int count = CPU_COUNT(&allowed);
    if (count > 0) return (uint32_t)count;
  }
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (uint32_t)online : 1;
}
