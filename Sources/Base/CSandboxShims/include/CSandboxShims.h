// Why C: Swift cannot call variadic functions (syscall, prctl), and neither glibc nor musl wraps the
// system calls of Landlock and seccomp. The numbers of Landlock's interface stand here, because
// the kernel headers of older distributions lack the newer half of them.
// Nothing here decides who may do what, but for the list of system calls that a program of pictures
// never needs. Elsewhere than on Linux (x86-64, arm64) every function says ENOSYS.

#ifndef CSANDBOX_SHIMS_H
#define CSANDBOX_SHIMS_H

#include <stdint.h>

// What a rule allows.
enum {
  CSANDBOX_READ = 1,   // read the file, or the files beneath the folder
  CSANDBOX_LIST = 2,   // list the folder and those beneath it
  CSANDBOX_WRITE = 4,  // make, write, name and remove regular files beneath the folder
};

// The version of Landlock that the kernel offers, 1 or more, or a negated errno value.
int csandbox_landlock_version(void);

// How many threads the process has, or a negated errno value.
int csandbox_thread_count(void);

// Makes a set of rules that allows nothing yet. Returns a descriptor, or a negated errno value.
int csandbox_make_rules(void);

// Allows something at a path. Returns 0, or an errno value: ENOENT when there is nothing there.
int csandbox_allow(int rules, const char *path, int what);

// Restricts the process to the rules, for good, and closes them; also denies it the system calls for
// networks, for other programs and processes, and for changing the system. Only while it has a
// single thread. Returns 0, or an errno value.
int csandbox_enforce(int rules);

#endif
