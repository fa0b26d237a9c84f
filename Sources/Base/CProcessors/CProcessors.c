// Affinity masks where the system has them, else all processors that are online.

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

void cprocessors_run_elsewhere(pthread_t thread) {
#if defined(__linux__)
  cpu_set_t allowed;
  const int own = sched_getcpu();
  if (own < 0 || own >= CPU_SETSIZE || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  CPU_CLR(own, &allowed);
  if (CPU_COUNT(&allowed) > 0) pthread_setaffinity_np(thread, sizeof allowed, &allowed);
#else
  (void)thread;
#endif
}
