// GRDB imports Foundation, and with it comes ICU: 34 MB of names and rules of 250 languages. `bench` writes
// English with UTF-8 and asks for none of them. A linker that finds the table here leaves out the archive's.
//
// The table is the one with no items that ICU itself builds its tools with (icu4c/source/stubdata/stubdata.cpp);
// a lookup in it says that the item is missing. It is hidden: where Foundation is a shared library, that keeps
// its own tables. A Swift whose ICU has another version ignores it, and the program is larger.

#include "CICUStub.h"

#if defined(__linux__)
#include <stdint.h>

typedef struct {
  // DataHeader of udata.h: its size, two magic bytes, then a UDataInfo.
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved_word;
  uint8_t is_big_endian, charset_family, size_of_char, reserved_byte;
  uint8_t data_format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  // UDataOffsetTOC of ucmndata.h.
  uint32_t count, reserved;
} empty_table;

#define EMPTY_TABLE(name)                                             \
  __attribute__((visibility("hidden"), aligned(16))) const empty_table name = { \
      .header_size = 32, .magic = {0xda, 0x27}, .info_size = 20,      \
      .size_of_char = 2, .data_format = {'T', 'o', 'C', 'P'}, .format_version = {1}};

EMPTY_TABLE(icudt74_dat)
EMPTY_TABLE(icudt75_dat)
EMPTY_TABLE(icudt76_dat)
EMPTY_TABLE(icudt77_dat)
EMPTY_TABLE(icudt78_dat)
#endif
