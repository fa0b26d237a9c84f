// dladdr.
#define _GNU_SOURCE
#include "open_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void *copt_open_library(const char *const *names) {
  void *library = NULL;
  for (; *names && !library; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
  return library;
}

const char *copt_path_of(const void *function) {
  Dl_info found;
  // The name stays with the library, which is never closed.
  return dladdr(function, &found) != 0 && found.dli_fname ? found.dli_fname : "";
}

void copt_fail(cimage_report *report, cimage_status status, const char *text) {
  if (report->status != CIMAGE_OK) return;
  report->status = status;
  snprintf(report->error, sizeof report->error, "%s", text);
}

int64_t copt_read(cimage_input input, uint64_t offset, void *bytes, size_t count) {
  if (offset >= input.count) return 0;
  if (count > input.count - offset) count = (size_t)(input.count - offset);
  if (input.bytes) {
    memcpy(bytes, input.bytes + offset, count);
    return (int64_t)count;
  }
  size_t filled = 0;
  while (filled < count) {
    ssize_t got = pread(input.file, (char *)bytes + filled, count - filled,
                        (off_t)(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    filled += (size_t)got;
  }
  return (int64_t)filled;
}
