#include "CForkGate.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

// How long `fork` waits for calls. One that takes longer has most likely used all that it will use for the
// first time; and one that reads from a pipe may never end.
enum { LONGEST_WAIT_SECONDS = 5 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
// Told when the last call has ended, and when a fork is done.
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
// Calls under way, and threads about to fork.
static unsigned calls, forks;

void cforkgate_enter(void) {
  pthread_mutex_lock(&mutex);
  while (forks) pthread_cond_wait(&changed, &mutex);
  calls++;
  pthread_mutex_unlock(&mutex);
}

void cforkgate_leave(void) {
  pthread_mutex_lock(&mutex);
  // None is known in a child that was forked from within a call.
  if (calls && --calls == 0 && forks) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

// Keeps the mutex, so that only one thread forks at a time and the child finds whole counts.
static void before_fork(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += LONGEST_WAIT_SECONDS;
  pthread_mutex_lock(&mutex);
  forks++;
  while (calls && pthread_cond_timedwait(&changed, &mutex, &end) != ETIMEDOUT) continue;
}

static void after_fork_in_parent(void) {
  if (--forks == 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

// The threads that were in calls or waited are not in the child.
static void after_fork_in_child(void) {
  calls = forks = 0;
  changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  pthread_mutex_unlock(&mutex);
}

__attribute__((constructor)) static void watch_forks(void) {
  cforkgate_prepare();
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
