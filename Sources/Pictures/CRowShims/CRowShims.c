// The header holds everything; a C target needs a source.

#include "CRowShims.h"
