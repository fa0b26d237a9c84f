// Counts allocations by standing in for the C library's functions, which only a C symbol can: a
// definition in the executable comes before the library's own for every library in the process.
// Each passes on to the name by which glibc exports the same function, so `free` stays as it is.

#include "CAllocationCounter.h"

#include <stdatomic.h>

static atomic_ulong allocation_count;

unsigned long allocations_so_far(void) { return atomic_load(&allocation_count); }

#if defined(__GLIBC__)

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count_one(void) {
  atomic_fetch_add_explicit(&allocation_count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count_one();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  count_one();
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  count_one();
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  count_one();
  void *taken = __libc_memalign(alignment, size);
  if (taken == NULL) return ENOMEM;
  *memory = taken;
  return 0;
}

int counts_allocations(void) { return 1; }

#else

int counts_allocations(void) { return 0; }

#endif
