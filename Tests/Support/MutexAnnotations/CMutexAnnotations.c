// Lets the thread sanitizer see what `Mutex` does when threads wait for each other.
//
// On Linux a free lock is taken and given back by atomic steps that are inlined, which the sanitizer
// sees. Where a thread has to wait, they are in libswiftSynchronization, which is not built for
// it, so that every later access under the lock looks like a race. These functions stand in front of
// the library's and say what happens.
#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void (*Lock)(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) bool (*TryLock)(__attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void (*Unlock)(__attribute__((swift_context)) void *);

static void *library(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) {
    fprintf(stderr, "thread sanitizer: this Swift's Mutex has no %s; see %s\n", name, __FILE__);
    abort();
  }
  return function;
}

__attribute__((swiftcall)) void mutex_lock_slow(
    uint32_t thread, __attribute__((swift_context)) void *handle) __asm__(LOCK);
__attribute__((swiftcall)) bool mutex_try_lock_slow(
    __attribute__((swift_context)) void *handle) __asm__(TRY_LOCK);
__attribute__((swiftcall)) void mutex_unlock_slow(
    __attribute__((swift_context)) void *handle) __asm__(UNLOCK);

__attribute__((swiftcall)) void mutex_lock_slow(
    uint32_t thread, __attribute__((swift_context)) void *handle) {
  static Lock lock;
  Lock found = __atomic_load_n(&lock, __ATOMIC_RELAXED);
  if (found == NULL) {
    found = (Lock)library(LOCK);
    __atomic_store_n(&lock, found, __ATOMIC_RELAXED);
  }
  found(thread, handle);
  __tsan_acquire(handle);
}

__attribute__((swiftcall)) bool mutex_try_lock_slow(__attribute__((swift_context)) void *handle) {
  static TryLock lock;
  TryLock found = __atomic_load_n(&lock, __ATOMIC_RELAXED);
  if (found == NULL) {
    found = (TryLock)library(TRY_LOCK);
    __atomic_store_n(&lock, found, __ATOMIC_RELAXED);
  }
  bool is_taken = found(handle);
  if (is_taken) __tsan_acquire(handle);
  return is_taken;
}

__attribute__((swiftcall)) void mutex_unlock_slow(__attribute__((swift_context)) void *handle) {
  static Unlock unlock;
  Unlock found = __atomic_load_n(&unlock, __ATOMIC_RELAXED);
  if (found == NULL) {
    found = (Unlock)library(UNLOCK);
    __atomic_store_n(&unlock, found, __ATOMIC_RELAXED);
  }
  __tsan_release(handle);
  found(handle);
}

#endif
#endif
