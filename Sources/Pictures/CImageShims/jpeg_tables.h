// Whether a JPEG has the tables that its coding takes.

#ifndef C_IMAGE_JPEG_TABLES_H
#define C_IMAGE_JPEG_TABLES_H

#include <stdio.h>

#include <jpeglib.h>

// What a file lacks, or has too much, to be decoded as it says; NULL when all is well. libjpeg would
// decode it to garbage. The header was read, and markers APP0 were saved.
const char *cimage_jpeg_contradiction(j_decompress_ptr info);

#endif
