// How often the process has taken memory from the heap.

#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// Calls of malloc, calloc, realloc, aligned_alloc and posix_memalign up to now, by any thread.
unsigned long allocations_so_far(void);

/// Whether allocations are counted: 1 with glibc, else 0.
int counts_allocations(void);

#endif
