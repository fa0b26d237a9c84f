/* Two ways to add numbers:
 *   cc -O2 -o example Examples/Workers/C/example.c && bench worker-check -- ./example
 */
#define _GNU_SOURCE
#define BENCH_WORKER_IMPLEMENTATION
#include "bench_worker.h"

static unsigned numbers[1000];

static unsigned forwards(void) {
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++) sum += numbers[i];
  return sum;
}

static unsigned backwards(void) {
  unsigned sum = 0;
  for (int i = 999; i >= 0; i--) sum += numbers[i];
  return sum;
}

typedef unsigned (*adder)(void);

static const char *prepare(void *context, char *answer, size_t size) {
  for (unsigned i = 0; i < 1000; i++) numbers[i] = i;
  snprintf(answer, size, "%u", (*(adder *)context)());
  return NULL;
}

static void work(void *context, uint64_t count) {
  adder add = *(adder *)context;
  for (uint64_t i = 0; i < count; i++) bench_keep(add());
}

static void report(void *context, struct bench_metrics *metrics) {
  bench_metric(metrics, "mean", (*(adder *)context)() / 1000.0, "", "equal");
}

int main(void) {
  adder adders[] = {forwards, backwards};
  struct bench_workload workloads[] = {
      {prepare, work, &adders[0], "forwards"}, {prepare, work, &adders[1], "backwards"}};
  struct bench_description descriptions[] = {
      {.parameters = {{"way", "forwards"}, {"size", "1000"}}, .items = 1000, .unit = "numbers",
       .bytes = sizeof numbers},
      {.parameters = {{"way", "backwards"}, {"size", "1000"}},
       .references = {{"forwards", "forwards", 1}}, .items = 1000, .unit = "numbers",
       .bytes = sizeof numbers, .metrics = report}};
  return bench_serve_described(workloads, descriptions, 2);
}
