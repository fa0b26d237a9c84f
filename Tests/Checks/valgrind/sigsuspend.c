// sigsuspend for valgrind 3.19 and older, which write into the caller's mask to keep a signal of their
// own deliverable, and crash where the mask is constant, as that of libdispatch's main thread is.
// Preloaded by sanitize.sh. To be deleted with the last valgrind that needs it (3.20 copies the mask).
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
