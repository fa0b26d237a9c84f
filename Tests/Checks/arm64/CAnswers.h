// What the program of answers needs of its host.

#ifndef C_ANSWERS_H
#define C_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

// Writes bytes to standard output.
void answers_write(const uint8_t *_Nonnull bytes, size_t count);

// The number of pictures named on the command line.
int answers_picture_count(void);
// The name of a picture, its size and its pixels, RGBA8, which stay until the program ends.
const char *_Nonnull answers_picture(
    int index, int *_Nonnull width, int *_Nonnull height, const uint8_t *_Nullable *_Nonnull pixels);

#endif
