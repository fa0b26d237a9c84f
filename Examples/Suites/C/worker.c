#define _GNU_SOURCE
#define BENCH_WORKER_IMPLEMENTATION
#include "bench_worker.h"
#include "sum.h"

static unsigned numbers[4000];

static unsigned sum(int size) {
  int more = size * wasted / 1000;
  /* The first number is 0: the answer stays, and the work comes on top. */
  return add(numbers, size, more ? add(numbers, more, 0) * numbers[0] : 0);
}

/* What going through the numbers takes at least. */
static unsigned look(int size) {
  unsigned bits = 0;
  for (int i = 0; i < size; i++) bits |= numbers[i];
  return bits;
}

struct pass {
  unsigned (*over)(int size);
  int size;
};

static const char *prepare(void *context, char *answer, size_t size) {
  struct pass *pass = context;
  for (unsigned i = 0; i < 4000; i++) numbers[i] = i;
  snprintf(answer, size, "%u", pass->over(pass->size));
  return NULL;
}

static void work(void *context, uint64_t count) {
  struct pass *pass = context;
  for (uint64_t i = 0; i < count; i++) {
    bench_keep(pass->over(pass->size));
  }
}

/* How well the sums are mixed: half of them should be odd. */
static void report(void *context, struct bench_metrics *metrics) {
  struct pass *pass = context;
  unsigned sum = 0, odd = 0;
  for (int i = 0; i < pass->size; i++) {
    sum = add(&numbers[i], 1, sum);
    odd += sum & 1;
  }
  bench_metric(metrics, "odd", 100.0 * odd / pass->size, "%", "equal");
}

int main(void) {
  struct pass passes[] = {{sum, 1000}, {look, 1000}, {sum, 4000}, {look, 4000}};
  struct bench_workload workloads[] = {
      {prepare, work, &passes[0], "sum of 1000"}, {prepare, work, &passes[1], "read of 1000"},
      {prepare, work, &passes[2], "sum of 4000"}, {prepare, work, &passes[3], "read of 4000"}};
  struct bench_description descriptions[] = {
      {.parameters = {{"way", "sum"}, {"size", "1000"}},
       .references = {{"read", "read of 1000"}}, .metrics = report},
      {.parameters = {{"way", "read"}, {"size", "1000"}}},
      {.parameters = {{"way", "sum"}, {"size", "4000"}},
       .references = {{"read", "read of 4000"}}, .metrics = report},
      {.parameters = {{"way", "read"}, {"size", "4000"}}}};
  for (int i = 0; i < 4; i++) {
    descriptions[i].items = passes[i].size;
    descriptions[i].unit = "numbers";
    descriptions[i].bytes = passes[i].size * sizeof *numbers;
  }
  return bench_serve_described(workloads, descriptions, 4);
}
