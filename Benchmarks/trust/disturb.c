// Disturbs one core by a drawn schedule, as neighbours on a hosted machine do: disturb CORE SEED
//
// Every 200 ms it draws anew: nothing (half of the time), memory traffic through 64 MB, or bursts before which
// other processes have to wait, which take 10 to 60 % of each 10 ms.
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t state;

static uint32_t draw(uint32_t below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void spin_until(double end) {
  while (now() < end) {}
}

static void wait_until(double end) {
  double left = end - now();
  if (left > 0) usleep((useconds_t)(left * 1e6));
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  state = strtoull(arguments[2], NULL, 10) * 2 + 1;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(atoi(arguments[1]), &cores);
  if (sched_setaffinity(0, sizeof cores, &cores)) return perror("disturb: affinity"), 69;
  size_t size = 64 << 20;
  char *memory = malloc(size);
  if (!memory) return 69;
  memset(memory, 1, size);
  for (;;) {
    double end = now() + 0.2;
    uint32_t kind = draw(4);
    struct sched_param first = {.sched_priority = kind == 3};
    if (sched_setscheduler(0, kind == 3 ? SCHED_FIFO : SCHED_OTHER, &first)) return perror("disturb: priority"), 69;
    if (kind < 2) {
      wait_until(end);
    } else if (kind == 2) {
      while (now() < end) memmove(memory, memory + 4096, size - 4096);
    } else {
      double share = 0.1 + draw(51) / 100.0;
      while (now() < end) {
        double start = now();
        spin_until(start + share * 0.01);
        wait_until(start + 0.01);
      }
    }
  }
}
