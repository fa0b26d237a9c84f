// Makes the system calls of a command fail, for tests of what it does then; see FaultShim.swift.
//
//   FAULT_CALLS     kinds of calls that count, with commas: open, open-write, read, write, fsync,
//                   rename, link, unlink, mkdir, truncate, landlock
//   FAULT_UNDER     only files whose path begins so count (landlock: always)
//   FAULT_NUMBER    which of them meets the fault, from 1
//   FAULT_ERRNO     it fails with this number
//   FAULT_STAYS     and so do all after it
//   FAULT_KILL      instead, the process is killed; of a write, after half of the bytes
//   FAULT_VANISH    instead, the file is removed before it is opened
//   FAULT_SWAP      instead, this file takes its place before it is opened
//   FAULT_SIZE      instead, the file gets this many percent of its size before it is read
//   FAULT_MARK      a file that is made when the fault is met
//   FAULT_CLOCK_STEP, FAULT_CLOCK_EVERY    the wall clock runs so many seconds ahead, then so many
//                   behind, changing after so many looks at it
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_int count;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? strtol(text, NULL, 10) : 0;
}

static int counts(const char *kind) {
  const char *calls = getenv("FAULT_CALLS");
  size_t length = strlen(kind);
  while (calls) {
    const char *end = strchrnul(calls, ',');
    if ((size_t)(end - calls) == length && memcmp(calls, kind, length) == 0) return 1;
    calls = *end ? end + 1 : NULL;
  }
  return 0;
}

static int is_under(const char *path) {
  const char *under = getenv("FAULT_UNDER");
  if (!under) return 0;
  char full[2 * PATH_MAX];
  if (path[0] != '/') {
    char here[PATH_MAX];
    if (syscall(SYS_getcwd, here, sizeof here) < 0) return 0;
    snprintf(full, sizeof full, "%s/%s", here, path);
    path = full;
  }
  return strncmp(path, under, strlen(under)) == 0;
}

static int is_file_under(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_under(path);
}

// Whether this call, which counts, meets the fault.
static int is_met(void) {
  int own = atomic_fetch_add(&count, 1) + 1;
  int wanted = (int)number("FAULT_NUMBER");
  if (own != wanted && !(own > wanted && getenv("FAULT_STAYS"))) return 0;
  const char *mark = getenv("FAULT_MARK");
  if (mark) {
    long file = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600);
    if (file >= 0) syscall(SYS_close, file);
  }
  return 1;
}

static void die(void) { syscall(SYS_kill, getpid(), SIGKILL); }

// What the call gives when it meets the fault: 1 when it fails.
static int fails(void) {
  if (getenv("FAULT_KILL")) die();
  errno = (int)number("FAULT_ERRNO");
  return 1;
}

static int fails_at_path(const char *kind, const char *path) {
  return counts(kind) && is_under(path) && is_met() && fails();
}

static int fails_at_file(const char *kind, int file) {
  return counts(kind) && is_file_under(file) && is_met() && fails();
}

static int fails_to_open(const char *path, int flags) {
  int writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
  if (!(counts("open") || (writes && counts("open-write"))) || !is_under(path) || !is_met()) return 0;
  if (getenv("FAULT_VANISH")) {
    syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    return 0;
  }
  const char *other = getenv("FAULT_SWAP");
  if (other) {
    syscall(SYS_renameat2, AT_FDCWD, other, AT_FDCWD, path, 0);
    return 0;
  }
  return fails();
}

static int fails_to_read(int file) {
  if (!counts("read") || !is_file_under(file) || !is_met()) return 0;
  long percent = number("FAULT_SIZE");
  if (!getenv("FAULT_SIZE")) return fails();
  char name[64];
  struct stat status;
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  if (fstat(file, &status) == 0) syscall(SYS_truncate, name, (long)status.st_size * percent / 100);
  return 0;
}

#define OPEN(name)                                                       \
  int name(const char *path, int flags, ...) {                           \
    va_list rest;                                                        \
    va_start(rest, flags);                                               \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                        \
    if (fails_to_open(path, flags)) return -1;                           \
    return REAL(name)(path, flags, mode);                                \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                     \
  int name(int folder, const char *path, int flags, ...) {               \
    va_list rest;                                                        \
    va_start(rest, flags);                                               \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                        \
    if (fails_to_open(path, flags)) return -1;                           \
    return REAL(name)(folder, path, flags, mode);                        \
  }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int file, const void *bytes, size_t length) {
  if (counts("write") && is_file_under(file) && is_met()) {
    if (getenv("FAULT_KILL")) {
      syscall(SYS_write, file, bytes, length / 2);
      die();
    }
    fails();
    return -1;
  }
  return REAL(write)(file, bytes, length);
}

#define PWRITE(name, type)                                               \
  ssize_t name(int file, const void *bytes, size_t length, type place) { \
    if (counts("write") && is_file_under(file) && is_met()) {            \
      if (getenv("FAULT_KILL")) {                                        \
        syscall(SYS_pwrite64, file, bytes, length / 2, place);           \
        die();                                                           \
      }                                                                  \
      fails();                                                           \
      return -1;                                                         \
    }                                                                    \
    return REAL(name)(file, bytes, length, place);                       \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t read(int file, void *bytes, size_t length) {
  return fails_to_read(file) ? -1 : REAL(read)(file, bytes, length);
}
ssize_t pread(int file, void *bytes, size_t length, off_t place) {
  return fails_to_read(file) ? -1 : REAL(pread)(file, bytes, length, place);
}
ssize_t pread64(int file, void *bytes, size_t length, off64_t place) {
  return fails_to_read(file) ? -1 : REAL(pread64)(file, bytes, length, place);
}
int fsync(int file) { return fails_at_file("fsync", file) ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return fails_at_file("fsync", file) ? -1 : REAL(fdatasync)(file); }
int ftruncate(int file, off_t size) {
  return fails_at_file("truncate", file) ? -1 : REAL(ftruncate)(file, size);
}
int ftruncate64(int file, off64_t size) {
  return fails_at_file("truncate", file) ? -1 : REAL(ftruncate64)(file, size);
}
int rename(const char *from, const char *to) {
  return fails_at_path("rename", to) ? -1 : REAL(rename)(from, to);
}
int link(const char *from, const char *to) {
  return fails_at_path("link", to) ? -1 : REAL(link)(from, to);
}
int unlink(const char *path) { return fails_at_path("unlink", path) ? -1 : REAL(unlink)(path); }
int mkdir(const char *path, mode_t mode) {
  return fails_at_path("mkdir", path) ? -1 : REAL(mkdir)(path, mode);
}

long syscall(long which, ...) {
  va_list rest;
  va_start(rest, which);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (which == 444 && counts("landlock") && is_met() && fails()) return -1;
  return REAL(syscall)(which, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static time_t offset(void) {
  static atomic_int looks;
  long every = number("FAULT_CLOCK_EVERY");
  if (every <= 0) return 0;
  int phase = (int)(atomic_fetch_add(&looks, 1) / every);
  return number("FAULT_CLOCK_STEP") * (phase % 2 == 0 ? 1 : -1);
}

int clock_gettime(clockid_t clock, struct timespec *value) {
  int result = REAL(clock_gettime)(clock, value);
  if (clock == CLOCK_REALTIME) value->tv_sec += offset();
  return result;
}
int gettimeofday(struct timeval *value, void *zone) {
  int result = (int)REAL(syscall)(SYS_gettimeofday, value, zone);
  value->tv_sec += offset();
  return result;
}
time_t time(time_t *value) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (value) *value = now.tv_sec;
  return now.tv_sec;
}
