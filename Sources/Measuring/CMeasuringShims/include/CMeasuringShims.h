// Why C: Swift cannot write inline assembly (the optimisation barrier, a loop that every
// version of a compiler leaves as it is, the instructions that valgrind listens to), cannot see how C code was compiled, cannot call variadic
// functions (syscall, ioctl), and does not see what glibc declares only under _GNU_SOURCE
// (RUSAGE_THREAD, sched_setaffinity, gnu_get_libc_version, posix_spawn_file_actions_addchdir_np, the
// CPU_* macros) or in headers that Swift's Glibc module leaves out (malloc_trim).
// Nothing here decides anything: each function is one such call. Functions that only Linux can
// answer are present everywhere and say ENOSYS or an empty string elsewhere.

#ifndef CMEASUREMENT_SHIMS_H
#define CMEASUREMENT_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// Makes the optimiser believe that the bytes behind the pointer are read, and that all memory may
// have changed: a benchmarked call is neither removed nor lifted out of its loop. Costs nothing.
static inline void cmeasurement_keep(const void *pointer) {
  __asm__ volatile("" : : "r"(pointer) : "memory");
}

// Multiplies and adds so many times, each step with the result of the one before.
uint64_t cmeasurement_dependent_steps(uint64_t steps);

// Involuntary context switches of the calling thread (Linux) or of the process (elsewhere).
uint64_t cmeasurement_involuntary_switches(void);

// Pins the calling process's calling thread, and threads it starts later, to one core.
// Returns 0, or an errno value.
int cmeasurement_pin_to_core(int core);

// The cores that a thread may use, as the system notes them: room for 8192.
struct cmeasurement_cores {
  _Alignas(8) unsigned char bits[1024];
};

// Pins the calling thread to one core for a while; programs that it starts meanwhile stay there.
// Returns 0, or an errno value, and then nothing has changed. `before` is what to put back.
int cmeasurement_begin_on_core(int core, struct cmeasurement_cores *before);

// Lets the calling thread use the cores again that it could use before.
void cmeasurement_end_on_core(const struct cmeasurement_cores *before);

// Fills `cores` with the numbers of the cores this thread may use, at most `capacity` of them.
// Returns how many there are, or 0 when the system does not say.
int cmeasurement_allowed_cores(int *cores, int capacity);

// "glibc 2.36" and the like, or "" when the C library does not say.
const char *cmeasurement_libc_version(void);

// Gives freed memory that the allocator keeps for later back to the system, where it can.
void cmeasurement_return_free_memory(void);

// Makes a program that is started with these actions begin in a folder.
// Returns 0, or an errno value. `actions`: a posix_spawn_file_actions_t that was initialised.
int cmeasurement_begin_in_folder(void *actions, const char *folder);

// Opens a counter of user-space events for this thread and threads it starts later.
// `event`: 0 instructions, 1 cycles. Returns a descriptor, or a negated errno value.
int cmeasurement_open_counter(int event);

// Sets a counter to zero and starts it, or stops it. Returns 0, or an errno value.
int cmeasurement_start_counter(int descriptor);
int cmeasurement_stop_counter(int descriptor);

// Puts the current total, the time enabled and the time running into `values`.
// Returns 0, or an errno value.
int cmeasurement_read_counter(int descriptor, uint64_t values[3]);

// Asks the valgrind that emulates this program for something. Returns its answer, or 0 when there
// is none: to a real processor the instructions do nothing.
uintptr_t cmeasurement_valgrind_request(uintptr_t request);

// What the preprocessor knows of how this file was compiled: "-O", "-fsanitize=address" and the like,
// each after a space, in memory that lives as long as the program.
const char *cmeasurement_c_flags(void);

#endif
