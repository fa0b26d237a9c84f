// Counting processors, and keeping a thread off one.
//
// Why C: the affinity calls of glibc hide behind a macro that Swift's importer does not define.

#ifndef C_PROCESSORS_H
#define C_PROCESSORS_H

#include <pthread.h>
#include <stdint.h>

// The processors that this process may run on, at least 1: those of its affinity mask where the system
// has one, else all that are online.
uint32_t cprocessors_available(void);

// Lets a thread run on every processor that the caller may run on but the one it is on, if there is
// another. Does nothing where the system has no affinity masks.
//
// The scheduler often puts a woken thread on the processor of the thread that woke it, and the two take
// turns: in a virtual machine it takes a sleeping processor for one that another machine uses.
void cprocessors_run_elsewhere(pthread_t thread);

#endif
