// An ICU without tables of languages, for a `bench` that has Swift's runtime inside: nothing to call.
#ifndef CICUSTUB_H
#define CICUSTUB_H
#endif
