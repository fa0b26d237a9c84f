// Why C: see the header.

#include "CLibPQ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#define CPQ_HAS_HEADER 1
#elif __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#define CPQ_HAS_HEADER 1
#endif

#ifdef CPQ_HAS_HEADER
_Static_assert(CPQ_BAD == CONNECTION_BAD, "states of a connection");
_Static_assert(CPQ_POLLING_READING == PGRES_POLLING_READING, "states of a connection");
_Static_assert(CPQ_POLLING_WRITING == PGRES_POLLING_WRITING, "states of a connection");
_Static_assert(CPQ_POLLING_OK == PGRES_POLLING_OK, "states of a connection");
_Static_assert(CPQ_EMPTY_QUERY == PGRES_EMPTY_QUERY, "kinds of an answer");
_Static_assert(CPQ_COMMAND_OK == PGRES_COMMAND_OK, "kinds of an answer");
_Static_assert(CPQ_TUPLES_OK == PGRES_TUPLES_OK, "kinds of an answer");
_Static_assert(sizeof(struct cpq_option) == sizeof(PQconninfoOption), "settings");
_Static_assert(offsetof(struct cpq_option, keyword) == offsetof(PQconninfoOption, keyword),
               "settings");
_Static_assert(offsetof(struct cpq_option, value) == offsetof(PQconninfoOption, val), "settings");
_Static_assert(sizeof(Oid) == sizeof(unsigned), "types of values");
#endif

static struct cpq_functions functions;
static int is_loaded;

static void load(void) {
  static const char *const names[] = {
#ifdef __APPLE__
    "libpq.5.dylib",
    "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib",
#else
    "libpq.so.5",
#endif
  };
  void *library = NULL;
  for (size_t place = 0; place < sizeof names / sizeof *names && library == NULL; place++) {
    library = dlopen(names[place], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return;
#define CPQ_FIND(name, result, arguments) \
  void *name##_found = dlsym(library, #name); \
  if (name##_found == NULL) return; \
  functions.name = (result(*) arguments)name##_found;
  CPQ_FUNCTIONS(CPQ_FIND)
#undef CPQ_FIND
  is_loaded = 1;
}

const struct cpq_functions *cpq_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}
