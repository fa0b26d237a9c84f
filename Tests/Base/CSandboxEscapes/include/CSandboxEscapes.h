// Why C: ways out of a sandbox go through calls that Swift cannot make (syscall is variadic) or does not import.

#ifndef CSANDBOX_ESCAPES_H
#define CSANDBOX_ESCAPES_H

// Starts another process, which ends when this one does, and makes queues, memory and semaphores that it removes then.
// Called before the sandbox is entered. Returns 0, or an errno value.
int cescape_prepare(void);

// How many ways there are.
int cescape_count(void);

// What a way does, such as "lower another process's limits".
const char *cescape_name(int index);

// Tries a way. Returns 0 when it leads out, or the errno value of the refusal.
//
// `input` is a file that may be read, `folder` one that may be written in, `other` a file that is out of reach.
int cescape_attempt(int index, const char *input, const char *folder, const char *other);

#endif
