// The part of the C library's <string.h> that the shims use, for targets without a C library.

#ifndef FREESTANDING_STRING_H
#define FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *left, const void *right, size_t bytes);
size_t strlen(const char *text);

#endif
