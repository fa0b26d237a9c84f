#define _GNU_SOURCE
#define BENCH_WORKER_IMPLEMENTATION
#include "bench_worker.h"
#include "sum.h"

static unsigned numbers[1000];

static const char *prepare(void *context, char *answer, size_t size) {
  (void)context;
  for (unsigned i = 0; i < 1000; i++) numbers[i] = i;
  snprintf(answer, size, "%u", add(numbers, 1000, 0));
  return NULL;
}

static void work(void *context, uint64_t count) {
  (void)context;
  for (uint64_t i = 0; i < count; i++) {
    /* The first number is 0: the answer stays, and the work comes on top. */
    bench_keep(add(numbers, 1000, wasted ? add(numbers, wasted, 0) * numbers[0] : 0));
  }
}

int main(void) {
  struct bench_workload workloads[] = {{prepare, work, NULL, "sum of 1000"}};
  return bench_serve(workloads, 1);
}
