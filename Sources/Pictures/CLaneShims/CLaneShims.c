// The header holds everything; a C target needs a source.

#include "CLaneShims.h"
