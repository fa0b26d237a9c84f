// POSIX_SPAWN_SETSID.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CSpawningShims.h"

#include <errno.h>
#include <spawn.h>

int32_t cspawning_session_flag(void) { return POSIX_SPAWN_SETSID; }

#ifdef __linux__

#include <sys/personality.h>
#include <sys/resource.h>

// Below 128 MB of stack, and a gap above it, Linux puts mapped memory at the same place whatever the
// limit is (mmap_base in arch/x86/mm/mmap.c and mm/util.c).
static const uint64_t least_stack = (128 << 20) + (4 << 20);

int cspawning_fix_placement(uint64_t pages, struct cspawning_placement *before) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return errno;
  // Without a limit memory is laid out from below, and the limit does not move it.
  if (limit.rlim_cur == RLIM_INFINITY) return ENOTSUP;
  uint64_t base = limit.rlim_cur > least_stack ? limit.rlim_cur : least_stack;
  uint64_t wanted = (base & ~UINT64_C(4095)) + 4096 * pages;
  if (limit.rlim_max != RLIM_INFINITY && wanted > limit.rlim_max) return EPERM;
  int now = personality(0xffffffff);
  if (now == -1) return errno;
  if (personality((unsigned int)now | ADDR_NO_RANDOMIZE) == -1) return errno;
  before->personality = (unsigned int)now;
  before->stack_limit = limit.rlim_cur;
  limit.rlim_cur = wanted;
  if (setrlimit(RLIMIT_STACK, &limit) != 0) {
    int failure = errno;
    personality(before->personality);
    return failure;
  }
  return 0;
}

void cspawning_restore_placement(const struct cspawning_placement *before) {
  struct rlimit limit;
  personality(before->personality);
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return;
  limit.rlim_cur = before->stack_limit;
  setrlimit(RLIMIT_STACK, &limit);
}

#else

int cspawning_fix_placement(uint64_t pages, struct cspawning_placement *before) {
  (void)pages;
  (void)before;
  return ENOSYS;
}

void cspawning_restore_placement(const struct cspawning_placement *before) { (void)before; }

#endif
