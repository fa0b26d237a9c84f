// Finding a library of the system and its functions.

#ifndef C_OPTIONAL_OPEN_LIBRARY_H
#define C_OPTIONAL_OPEN_LIBRARY_H

#include "COptionalCodecs.h"

// Opens the first library of a list that ends with NULL; NULL where there is none.
void *copt_open_library(const char *const *names);
// The file that a function came from; "" where the system does not say. Never freed.
const char *copt_path_of(const void *function);
// Takes down the first cause.
void copt_fail(cimage_report *report, cimage_status status, const char *text);
// Copies bytes from an offset on; how many came, or -1 where the system could not read.
int64_t copt_read(cimage_input input, uint64_t offset, void *bytes, size_t count);

#ifdef __APPLE__
#define COPT_NAMES(stem, number)                                                        \
  {                                                                                     \
    "lib" stem "." number ".dylib", "/opt/homebrew/lib/lib" stem "." number ".dylib",   \
        "/usr/local/lib/lib" stem "." number ".dylib", NULL                             \
  }
#else
#define COPT_NAMES(stem, number) {"lib" stem ".so." number, NULL}
#endif

#endif
