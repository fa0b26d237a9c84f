// The photo that benchmarks of kernels work on, embedded in the program: it is the same in every build, on
// every machine, and no file of a checkout.
//
// Why C: it embeds files (C23, clang 19), where an array literal of its bytes takes the Swift compiler
// half a minute. clang notes the file as what the object is made of, so that a change is built.

#ifndef CPACKAGEDPHOTO_H
#define CPACKAGEDPHOTO_H

#include <stddef.h>

// The bytes of the file, which last as long as the program.
const unsigned char *_Nonnull cpackaged_photo_bytes(void);
// How many there are.
size_t cpackaged_photo_count(void);

#endif
