// Counting processors.
//
// Why C: the affinity calls of glibc hide behind a macro that Swift's importer does not define.

#ifndef C_PROCESSORS_H
#define C_PROCESSORS_H

#include <stdint.h>

// The processors that this process may run on, at least 1: those of its affinity mask where the system
// has one, else all that are online.
uint32_t cprocessors_available(void);

#endif
