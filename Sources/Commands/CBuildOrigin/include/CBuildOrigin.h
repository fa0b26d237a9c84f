// What a release says about its build.
//
// Why C: a definition of the manifest has a value in C alone, and changing it compiles one file.

#ifndef C_BUILD_ORIGIN_H
#define C_BUILD_ORIGIN_H

// What the release was built from and with, such as "commit 0123456789ab, Linux x86_64, Swift 6.3.1"; empty for a
// build that is none.
const char *cbuild_origin_release(void);

#endif
