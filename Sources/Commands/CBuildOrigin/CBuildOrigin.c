#include "CBuildOrigin.h"

// `make release` defines it, through the manifest.
#ifndef RELEASE_BUILD
#define RELEASE_BUILD ""
#endif

const char *cbuild_origin_release(void) { return RELEASE_BUILD; }
