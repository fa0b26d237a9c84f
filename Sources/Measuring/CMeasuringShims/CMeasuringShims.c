// The reasons for C are given in the header.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CMeasuringShims.h"

#include <errno.h>
#include <spawn.h>
#include <sys/resource.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#include <malloc.h>
#include <stdio.h>
#endif
#endif

int cmeasurement_begin_in_folder(void *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

uint64_t cmeasurement_dependent_steps(uint64_t steps) {
  uint64_t value = 1;
  for (uint64_t step = 0; step < steps; step++) {
    value = value * 6364136223846793005u + 1442695040888963407u;
    // Each step is made, one after the other.
    __asm__ volatile("" : "+r"(value));
  }
  return value;
}

uint64_t cmeasurement_involuntary_switches(void) {
  struct rusage usage;
#if defined(__linux__)
  int who = RUSAGE_THREAD;
#else
  int who = RUSAGE_SELF;
#endif
  return getrusage(who, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

void cmeasurement_return_free_memory(void) {
#if defined(__linux__) && defined(__GLIBC__)
  malloc_trim(0);
#endif
}

uintptr_t cmeasurement_valgrind_request(uintptr_t request) {
  // The sequences are valgrind's promise to programs (valgrind.h, which may be copied freely):
  // rotations that add up to a whole turn, then a move of a register to itself. The request and its
  // five arguments lie in memory behind one register, and another receives the answer.
  volatile uintptr_t arguments[6] = {request, 0, 0, 0, 0, 0};
#if defined(__x86_64__) && defined(__linux__)
  uintptr_t result;
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
      : "=d"(result)
      : "a"(&arguments[0]), "0"((uintptr_t)0)
      : "cc", "memory");
  return result;
#elif defined(__aarch64__) && defined(__linux__)
  uintptr_t result;
  __asm__ volatile(
      "mov x3, xzr; mov x4, %1; ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51;"
      "ror x12, x12, #61; orr x10, x10, x10; mov %0, x3"
      : "=r"(result)
      : "r"(&arguments[0])
      : "cc", "memory", "x3", "x4");
  return result;
#else
  (void)arguments;
  return 0;
#endif
}

#if !defined(__has_feature)
#define __has_feature(name) 0
#endif

const char *cmeasurement_c_flags(void) {
  return ""
#if defined(__OPTIMIZE_SIZE__)
         " -Os"
#elif defined(__OPTIMIZE__)
         " -O"
#else
         " -O0"
#endif
#if __has_feature(address_sanitizer)
         " -fsanitize=address"
#endif
#if __has_feature(thread_sanitizer)
         " -fsanitize=thread"
#endif
#if __has_feature(undefined_behavior_sanitizer)
         " -fsanitize=undefined"
#endif
#if __has_feature(coverage_sanitizer)
         " -fsanitize-coverage"
#endif
#if defined(__AVX512F__)
         " for x86-64 with AVX-512"
#elif defined(__AVX2__)
         " for x86-64 with AVX2"
#elif defined(__SSE4_2__)
         " for x86-64 with SSE4.2"
#elif defined(__x86_64__)
         " for x86-64 with SSE2"
#elif defined(__aarch64__)
         " for arm64 with NEON"
#endif
      ;
}

#if defined(__linux__)

// More than any Linux kernel is configured for today.
enum { maximumCores = 8 * sizeof(((struct cmeasurement_cores *)0)->bits) };

int cmeasurement_pin_to_core(int core) {
  _Alignas(cpu_set_t) unsigned char bytes[maximumCores / 8];
  cpu_set_t *set = (cpu_set_t *)(void *)bytes;
  if (core < 0 || core >= maximumCores) return EINVAL;
  memset(bytes, 0, sizeof bytes);
  CPU_SET_S((size_t)core, sizeof bytes, set);
  return sched_setaffinity(0, sizeof bytes, set) == 0 ? 0 : errno;
}

int cmeasurement_begin_on_core(int core, struct cmeasurement_cores *before) {
  if (sched_getaffinity(0, sizeof before->bits, (cpu_set_t *)(void *)before->bits) != 0) return errno;
  return cmeasurement_pin_to_core(core);
}

void cmeasurement_end_on_core(const struct cmeasurement_cores *before) {
  sched_setaffinity(0, sizeof before->bits, (const cpu_set_t *)(const void *)before->bits);
}

int cmeasurement_allowed_cores(int *cores, int capacity) {
  _Alignas(cpu_set_t) unsigned char bytes[maximumCores / 8];
  cpu_set_t *set = (cpu_set_t *)(void *)bytes;
  memset(bytes, 0, sizeof bytes);
  if (sched_getaffinity(0, sizeof bytes, set) != 0) return 0;
  int count = 0;
  for (int core = 0; core < maximumCores; core++) {
    if (!CPU_ISSET_S((size_t)core, sizeof bytes, set)) continue;
    if (count < capacity) cores[count] = core;
    count++;
  }
  return count;
}

const char *cmeasurement_libc_version(void) {
#if defined(__GLIBC__)
  static _Thread_local char text[64];
  snprintf(text, sizeof text, "glibc %s", gnu_get_libc_version());
  return text;
#else
  return "musl";
#endif
}

int cmeasurement_open_counter(int event) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = event == 0 ? PERF_COUNT_HW_INSTRUCTIONS : PERF_COUNT_HW_CPU_CYCLES;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long descriptor = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return descriptor >= 0 ? (int)descriptor : -errno;
}

int cmeasurement_start_counter(int descriptor) {
  if (ioctl(descriptor, PERF_EVENT_IOC_RESET, 0) != 0) return errno;
  return ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0) == 0 ? 0 : errno;
}

int cmeasurement_stop_counter(int descriptor) {
  return ioctl(descriptor, PERF_EVENT_IOC_DISABLE, 0) == 0 ? 0 : errno;
}

int cmeasurement_read_counter(int descriptor, uint64_t values[3]) {
  ssize_t count = read(descriptor, values, 3 * sizeof values[0]);
  if (count < 0) return errno;
  return count == 3 * (ssize_t)sizeof values[0] ? 0 : EIO;
}

#else

int cmeasurement_pin_to_core(int core) {
  (void)core;
  return ENOSYS;
}

int cmeasurement_begin_on_core(int core, struct cmeasurement_cores *before) {
  (void)core;
  (void)before;
  return ENOSYS;
}

void cmeasurement_end_on_core(const struct cmeasurement_cores *before) { (void)before; }

int cmeasurement_allowed_cores(int *cores, int capacity) {
  (void)cores;
  (void)capacity;
  return 0;
}

const char *cmeasurement_libc_version(void) { return ""; }

int cmeasurement_open_counter(int event) {
  (void)event;
  return -ENOSYS;
}

int cmeasurement_start_counter(int descriptor) {
  (void)descriptor;
  return ENOSYS;
}

int cmeasurement_stop_counter(int descriptor) {
  (void)descriptor;
  return ENOSYS;
}

int cmeasurement_read_counter(int descriptor, uint64_t values[3]) {
  (void)descriptor;
  (void)values;
  return ENOSYS;
}

#endif
