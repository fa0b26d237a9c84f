// What the core asks of a machine without an operating system; `CLibrary` passes it on.

#ifndef C_FREESTANDING_H
#define C_FREESTANDING_H

#include <stddef.h>
#include <string.h>

void *_Nullable malloc(size_t bytes);
void *_Nullable calloc(size_t count, size_t bytes);
void free(void *_Nullable memory);

#endif
