/* A worker for paired benchmarks, in one header without dependencies (C99, POSIX).
 *
 *     #define BENCH_WORKER_IMPLEMENTATION
 *     #include "bench_worker.h"
 *
 *     static int numbers[1000];
 *
 *     static const char *prepare(void *context, char *answer, size_t size) {
 *       ...                                      // make the input; do the work once
 *       snprintf(answer, size, "%d", result);
 *       return NULL;                             // or why it failed
 *     }
 *
 *     static void work(void *context, uint64_t count) {
 *       for (uint64_t i = 0; i < count; i++) bench_keep(sum(numbers));
 *     }
 *
 *     int main(void) {
 *       struct bench_workload workloads[] = {{prepare, work, NULL, "sum"}};
 *       return bench_serve(workloads, 1);
 *     }
 *
 * bench starts the program, which then obeys requests on file descriptor 3 (see WORKER.md). What it shows of
 * the workloads beside their times:
 *
 *     struct bench_description descriptions[] = {{
 *         .parameters = {{"size", "1000"}},              // what it was made with
 *         .references = {{"copy", "copy of 1000"}},      // ratios are taken to this workload
 *         .items = 1000, .unit = "numbers",              // how much the work works on each time
 *         .metrics = report,                             // calls bench_metric(): values beside the time
 *     }};
 *     return bench_serve_described(workloads, descriptions, 1);
 */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

#include <stddef.h>
#include <stdint.h>

/* Work that is measured. */
struct bench_workload {
  /* Gets everything ready, does the work once and writes its result as a text that is equal for
   * equal results. Called again, it prepares anew. Returns NULL, or why it failed. */
  const char *(*prepare)(void *context, char *answer, size_t size);
  /* Does the work so many times in a row. */
  void (*work)(void *context, uint64_t count);
  /* Passed to both. */
  void *context;
  /* What people call it; NULL when the workloads are known by their numbers. */
  const char *name;
};

/* A value that a workload was made with; names have lowercase letters, digits and hyphens. */
struct bench_parameter {
  const char *name, *value;
};

/* A workload that the ratios of another are taken to, by its name; where `answers` is not 0, both must
 * compute the same. */
struct bench_reference {
  const char *name, *benchmark;
  int answers;
};

/* What is reported beside the time. */
struct bench_metrics;

/* What bench shows of a workload beside its times. All of it may be left out. */
struct bench_description {
  struct bench_parameter parameters[8];
  struct bench_reference references[4];
  /* How many things the work works on each time, and what they are called. */
  double items;
  const char *unit;
  /* How many bytes the work works on each time. */
  double bytes;
  /* Calls bench_metric for each value; called after the work was prepared, and after it was measured. */
  void (*metrics)(void *context, struct bench_metrics *metrics);
};

/* Reports a value; `better` is "less", "more" or "equal". One that is not finite counts as missing. */
void bench_metric(
    struct bench_metrics *metrics, const char *name, double value, const char *unit,
    const char *better);

/* Serves the process that started this one until it says quit or goes away.
 * Returns the exit code of the program. */
int bench_serve(const struct bench_workload *workloads, size_t count);

/* Serves workloads of which each has a description at the same place. */
int bench_serve_described(
    const struct bench_workload *workloads, const struct bench_description *descriptions,
    size_t count);

/* Does the work twice and writes what it prints to stdout as the answer: the beginning of the text, its
 * length and a hash. Work that prints nothing answers "done", and work that prints something else the
 * second time says so. */
void bench_printed(void (*work)(void), char *answer, size_t size);

/* Keeps a value alive, so that an optimiser does not remove the work that made it. */
#define bench_keep(value) \
  do { \
    __typeof__(value) bench_kept = (value); \
    __asm__ volatile("" : : "g"(&bench_kept) : "memory"); \
  } while (0)

#endif

#ifdef BENCH_WORKER_IMPLEMENTATION

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { bench_version = 2, bench_channel = 3, bench_line = 4096, bench_most = 64 };

static uint64_t bench_nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t bench_switches(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

/* Ticks that the hypervisor gave to others, over all cores; 0 where that is not known. */
static uint64_t bench_steal(void) {
  uint64_t steal = 0;
  FILE *file = fopen("/proc/stat", "r");
  if (!file) return 0;
  if (fscanf(file, "cpu %*u %*u %*u %*u %*u %*u %*u %" SCNu64, &steal) != 1) steal = 0;
  fclose(file);
  return steal;
}

static int bench_pin(uint64_t core) {
#if defined(__linux__) && defined(CPU_SET)
  cpu_set_t set;
  if (core >= CPU_SETSIZE) return 0;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
#else
  (void)core;
  return 0;
#endif
}

/* Sends a line; whether that worked. A session that has gone must not raise SIGPIPE. */
static int bench_send(char *line) {
  for (char *c = line; *c; c++) if (*c == '\n' || *c == '\r') *c = ' ';
  size_t length = strlen(line), sent = 0;
  line[length++] = '\n';
  while (sent < length) {
#ifdef MSG_NOSIGNAL
    ssize_t count = send(bench_channel, line + sent, length - sent, MSG_NOSIGNAL);
#else
    ssize_t count = write(bench_channel, line + sent, length - sent);
#endif
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    sent += (size_t)count;
  }
  return 1;
}

/* Reads a line without its end; whether there was one that fits. */
static int bench_receive(char *line, size_t size) {
  size_t length = 0;
  while (length + 1 < size) {
    ssize_t count = read(bench_channel, line + length, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    if (line[length] == '\n') {
      line[length] = 0;
      return 1;
    }
    length++;
  }
  return 0;
}

static void bench_epoch(
    const struct bench_workload *workload, uint64_t count, uint64_t warm_up, char *reply,
    size_t size) {
  if (warm_up) workload->work(workload->context, warm_up);
  uint64_t steal = bench_steal(), switches = bench_switches();
  uint64_t process = bench_nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  uint64_t wall = bench_nanoseconds(CLOCK_MONOTONIC);
  /* Read last before the work and first after it: it decides. */
  uint64_t thread = bench_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  workload->work(workload->context, count);
  thread = bench_nanoseconds(CLOCK_THREAD_CPUTIME_ID) - thread;
  wall = bench_nanoseconds(CLOCK_MONOTONIC) - wall;
  process = bench_nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - process;
  snprintf(
      reply, size, "epoch %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
      count, wall, thread, process, bench_switches() - switches, bench_steal() - steal);
}

/* What work prints: the beginning of the text, and its length and hash (FNV-1a); whether that could be
 * told. */
static int bench_capture(
    void (*work)(void), char *text, size_t size, uint64_t *length, uint64_t *hash) {
  FILE *file = tmpfile();
  int c, own;
  fflush(stdout);
  own = dup(fileno(stdout));
  if (file && own >= 0 && dup2(fileno(file), fileno(stdout)) < 0) {
    fclose(file);
    file = NULL;
  }
  work();
  *length = 0;
  *hash = UINT64_C(14695981039346656037);
  text[0] = 0;
  if (file && own >= 0) {
    fflush(stdout);
    dup2(own, fileno(stdout));
    rewind(file);
    while ((c = getc(file)) != EOF) {
      if (*length + 1 < size) {
        text[*length] = (char)(c == '\n' ? ' ' : c < 32 || c > 126 ? '?' : c);
        text[*length + 1] = 0;
      }
      *hash = (*hash ^ (uint64_t)c) * UINT64_C(1099511628211);
      ++*length;
    }
  }
  if (own >= 0) close(own);
  if (!file) return 0;
  fclose(file);
  return own >= 0;
}

void bench_printed(void (*work)(void), char *answer, size_t size) {
  char text[100];
  uint64_t length, again, hash, other;
  int known = bench_capture(work, text, sizeof text, &length, &hash);
  if (!known || !bench_capture(work, text, sizeof text, &again, &other)) {
    snprintf(answer, size, "done, but what it prints could not be kept");
  } else if (length != again || hash != other) {
    snprintf(answer, size, "done, and it prints something else each time");
  } else if (length == 0) {
    snprintf(answer, size, "done");
  } else {
    snprintf(
        answer, size, "%s%s (%" PRIu64 " bytes, hash %016" PRIx64 ")", text,
        length < sizeof text ? "" : "...", length, hash);
  }
}

/* A reply that is written piece by piece. */
struct bench_metrics {
  char text[bench_line];
  size_t length;
};

/* Adds text, and quotes as JSON does where that is wanted. A reply that is too long ends at the limit. */
static void bench_add(struct bench_metrics *reply, const char *text, int quoted) {
  if (quoted) bench_add(reply, "\"", 0);
  for (const char *c = text; *c && reply->length + 8 < sizeof reply->text; c++) {
    char *end = reply->text + reply->length;
    if (quoted && (unsigned char)*c < 32) {
      reply->length += (size_t)snprintf(end, 8, "\\u%04x", (unsigned)*c);
    } else {
      if (quoted && (*c == '"' || *c == '\\')) *end++ = '\\', reply->length++;
      *end = *c;
      reply->length++;
    }
  }
  reply->text[reply->length] = 0;
  if (quoted) bench_add(reply, "\"", 0);
}

/* Adds a number after a text, with a point in every locale; one that is not finite is null. */
static void bench_add_number(struct bench_metrics *reply, const char *text, double number) {
  char digits[32];
  snprintf(digits, sizeof digits, "%.15g", number);
  for (char *c = digits; *c; c++) if (*c == ',') *c = '.';
  bench_add(reply, text, 0);
  /* "nan" and "inf" have an n. */
  bench_add(reply, strchr(digits, 'n') ? "null" : digits, 0);
}

void bench_metric(
    struct bench_metrics *metrics, const char *name, double value, const char *unit,
    const char *better) {
  bench_add(metrics, metrics->text[metrics->length - 1] == '[' ? "{\"name\":" : ",{\"name\":", 0);
  bench_add(metrics, name, 1);
  bench_add_number(metrics, ",\"value\":", value);
  bench_add(metrics, ",\"unit\":", 0);
  bench_add(metrics, unit ? unit : "", 1);
  bench_add(metrics, ",\"better\":", 0);
  bench_add(metrics, better, 1);
  bench_add(metrics, "}", 0);
}

static void bench_describe(const struct bench_description *about, struct bench_metrics *reply) {
  bench_add(reply, "description {\"parameters\":{", 0);
  for (size_t i = 0; i < 8 && about->parameters[i].name; i++) {
    if (i) bench_add(reply, ",", 0);
    bench_add(reply, about->parameters[i].name, 1);
    bench_add(reply, ":", 0);
    bench_add(reply, about->parameters[i].value, 1);
  }
  bench_add(reply, "},\"references\":[", 0);
  for (size_t i = 0; i < 4 && about->references[i].name; i++) {
    bench_add(reply, i ? ",{\"name\":" : "{\"name\":", 0);
    bench_add(reply, about->references[i].name, 1);
    bench_add(reply, ",\"benchmark\":", 0);
    bench_add(reply, about->references[i].benchmark, 1);
    bench_add(reply, about->references[i].answers ? ",\"answers\":true}" : "}", 0);
  }
  bench_add_number(reply, "],\"items\":", about->items);
  bench_add_number(reply, ",\"bytes\":", about->bytes);
  if (about->unit) {
    bench_add(reply, ",\"unit\":", 0);
    bench_add(reply, about->unit, 1);
  }
  bench_add(reply, "}", 0);
}

/* Passes a written reply on, unless it was cut, or is of nothing. */
static void bench_copy(const struct bench_metrics *from, char *reply, int is_there) {
  if (!is_there) strcpy(reply, "failure no such workload, or it was not prepared");
  else if (from->length + 8 >= sizeof from->text) strcpy(reply, "failure the reply is too long");
  else strcpy(reply, from->text);
}

int bench_serve(const struct bench_workload *workloads, size_t count) {
  return bench_serve_described(workloads, NULL, count);
}

int bench_serve_described(
    const struct bench_workload *workloads, const struct bench_description *descriptions,
    size_t count) {
  static char line[bench_line], reply[bench_line], text[bench_line - 16];
  static struct bench_metrics described;
  char prepared[bench_most] = {0};
  if (count > bench_most) count = bench_most;
  while (bench_receive(line, sizeof line)) {
    uint64_t a = 0, b = 0, c = 0;
    int end = 0;
    if (strcmp(line, "quit") == 0) return 0;
    if (sscanf(line, "hello %" SCNu64 "%n", &a, &end) == 1 && !line[end]) {
      snprintf(reply, sizeof reply, "hello %d", a < bench_version ? 1 : bench_version);
    } else if (sscanf(line, "pin %" SCNu64 "%n", &a, &end) == 1 && !line[end]) {
      snprintf(reply, sizeof reply, "pinned %d", bench_pin(a));
    } else if (strcmp(line, "list") == 0) {
      if (count && workloads[0].name) snprintf(reply, sizeof reply, "workloads %zu", count);
      else snprintf(reply, sizeof reply, "failure the workloads have no names");
    } else if (sscanf(line, "name %" SCNu64 "%n", &a, &end) == 1 && !line[end]) {
      if (a < count && workloads[a].name)
        snprintf(reply, sizeof reply - 1, "name %s", workloads[a].name);
      else snprintf(reply, sizeof reply, "failure no name of workload %" PRIu64, a);
    } else if (descriptions && sscanf(line, "describe %" SCNu64 "%n", &a, &end) == 1 && !line[end]) {
      described.length = 0;
      if (a < count) bench_describe(&descriptions[a], &described);
      bench_copy(&described, reply, a < count);
    } else if (descriptions && sscanf(line, "metrics %" SCNu64 "%n", &a, &end) == 1 && !line[end]) {
      described.length = 0;
      bench_add(&described, "metrics [", 0);
      if (a < count && prepared[a] && descriptions[a].metrics)
        descriptions[a].metrics(workloads[a].context, &described);
      bench_add(&described, "]", 0);
      bench_copy(&described, reply, a < count && prepared[a]);
    } else if (sscanf(line, "prepare %" SCNu64 "%n", &a, &end) == 1 && !line[end]) {
      if (a >= count) {
        snprintf(reply, sizeof reply, "failure no workload %" PRIu64, a);
      } else {
        text[0] = 0;
        const char *problem = workloads[a].prepare(workloads[a].context, text, sizeof text);
        prepared[a] = problem == NULL;
        snprintf(
            reply, sizeof reply - 1, "%s %s", problem ? "failure" : "answer",
            problem ? problem : text);
      }
    } else if (
        sscanf(line, "run %" SCNu64 " %" SCNu64 " %" SCNu64 "%n", &a, &b, &c, &end) == 3 &&
        !line[end]) {
      if (a >= count || !prepared[a]) {
        snprintf(reply, sizeof reply, "failure told to run before it was told to prepare");
      } else {
        bench_epoch(&workloads[a], b, c, reply, sizeof reply - 1);
      }
    } else {
      snprintf(reply, sizeof reply - 1, "failure no such request: %.200s", line);
    }
    if (!bench_send(reply)) return 1;
  }
  return 1;
}

#endif
