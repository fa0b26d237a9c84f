#include "CPackagedPhoto.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char china_jpg[] = {
#embed "../../../Tests/Fixtures/Photos/china.jpg"
};

const unsigned char *cpackaged_photo_bytes(void) { return china_jpg; }

size_t cpackaged_photo_count(void) { return sizeof china_jpg; }
