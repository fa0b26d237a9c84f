// Why C: Swift's Glibc module leaves out <sys/personality.h> and what is GNU's in <spawn.h>, and numbers
// the limits as an enumeration of its own.
// Nothing here decides anything; elsewhere than on Linux both functions of placements say ENOSYS.

#ifndef CSPAWNING_SHIMS_H
#define CSPAWNING_SHIMS_H

#include <stdint.h>

// What programs that the calling thread starts inherit of where their memory lies.
struct cspawning_placement {
  // The thread's personality, as the system numbers it.
  unsigned long personality;
  // The process's soft limit on the stack, in bytes.
  uint64_t stack_limit;
};

// Takes randomness out of the addresses of programs that the calling thread starts from now on, and
// moves their mapped memory down by so many pages of 4 KB. Changes the whole process's limit on the
// stack: `before` is what to put back.
// Returns 0, or an errno value, and then nothing has changed.
int cspawning_fix_placement(uint64_t pages, struct cspawning_placement *before);

// Puts back what was before.
void cspawning_restore_placement(const struct cspawning_placement *before);

// The flag of posix_spawn that gives a child a session of its own (POSIX_SPAWN_SETSID).
int32_t cspawning_session_flag(void);

#endif
