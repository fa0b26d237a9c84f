/* A C target needs a source: the functions of the header are Swift, in DominantColorC. */
#include "dominantcolor.h"

_Static_assert(sizeof(dominantcolor_error) == 1024, "this struct never changes");
_Static_assert(sizeof(dominantcolor_swatch) == 32, "this struct never changes");
_Static_assert(sizeof(dominantcolor_pixels) == 64, "the first version's size");
_Static_assert(offsetof(dominantcolor_options, region_x) == 96, "the size of the first version");
