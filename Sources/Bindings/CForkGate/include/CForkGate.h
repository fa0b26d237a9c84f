// Keeping `fork` and calls of the library apart.
//
// Swift's runtime makes the types and constants of a function at its first use, under locks that it does not
// give back in a child process. A child that was forked at such a moment would wait for ever where it uses
// them. So `fork` waits until the calls under way have ended, and new ones wait for it.
//
// Why C: what guards the first use of a Swift constant must not be one.

#ifndef C_FORK_GATE_H
#define C_FORK_GATE_H

// Begins a call; waits while a thread of this process forks.
void cforkgate_enter(void);

// Ends a call of this thread.
void cforkgate_leave(void);

// Makes what has handlers of `fork` of its own, which then run after those of the gate. The library implements
// it; it is called once, when the library is loaded.
void cforkgate_prepare(void);

#endif
