// Memory for the module: what the C library does elsewhere.
//
// A block has a size of a power of two, or of one and a half, and begins at a multiple of 64 bytes with its
// size class 64 bytes before it. Freed blocks are kept in lists, one for each size, and used again; the
// module holds little memory, because pictures come in bands.

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define HEADER 64
#define PAGE 65536

extern unsigned char __heap_base;

static uintptr_t next, end;
// Two sizes for each power of two from 64 bytes to 2 GB.
static void *free_blocks[2 * 26];

static int class_of(size_t bytes, size_t *size) {
  for (int number = 0; number < 2 * 26; number++) {
    const size_t power = (size_t)64 << number / 2;
    *size = number % 2 ? power + power / 2 : power;
    if (*size >= bytes) return number;
  }
  return -1;
}

EXPORT(dc_allocate) void *malloc(size_t bytes) {
  size_t size;
  const int number = class_of(bytes, &size);
  if (number < 0) return NULL;
  if (free_blocks[number]) {
    void *block = free_blocks[number];
    free_blocks[number] = *(void **)block;
    return block;
  }
  if (!next) {
    next = ((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63;
    end = __builtin_wasm_memory_size(0) * PAGE;
  }
  const size_t whole = (size + HEADER + 63) & ~(size_t)63;
  if (whole > end - next) {
    const size_t missing = whole - (end - next);
    if (missing > (size_t)1 << 31) return NULL;
    const size_t pages = (missing + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    end += pages * PAGE;
  }
  *(int *)next = number;
  void *block = (void *)(next + HEADER);
  next += whole;
  return block;
}

EXPORT(dc_release) void free(void *block) {
  if (!block) return;
  const int number = *(int *)((uintptr_t)block - HEADER);
  *(void **)block = free_blocks[number];
  free_blocks[number] = block;
}

void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }
void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
void *memmove(void *to, const void *from, size_t bytes) { return __builtin_memmove(to, from, bytes); }

int memcmp(const void *left, const void *right, size_t bytes) {
  const unsigned char *l = left, *r = right;
  for (size_t index = 0; index < bytes; index++) {
    if (l[index] != r[index]) return l[index] < r[index] ? -1 : 1;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

void *calloc(size_t count, size_t bytes) {
  if (bytes && count > SIZE_MAX / bytes) return NULL;
  void *block = malloc(count * bytes);
  if (block) memset(block, 0, count * bytes);
  return block;
}

// Every block is aligned to 64 bytes, and nothing here asks for more.
int posix_memalign(void **block, size_t alignment, size_t bytes) {
  *block = alignment <= 64 ? malloc(bytes) : NULL;
  return *block ? 0 : 12;
}

double sqrt(double value) { return __builtin_sqrt(value); }

// The seed of hash tables; answers do not depend on it.
void arc4random_buf(void *buffer, size_t bytes) { memset(buffer, 7, bytes); }

// Swift's way of printing, which nothing here uses.
int putchar(int character) { return character; }

// What the compiler calls beside: a stack that was overwritten ends the call with an error, and numbers of
// 128 bits.
uintptr_t __stack_chk_guard = 0x5A3C96E1;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

typedef unsigned __int128 wide;

static wide divide(wide number, wide by, wide *rest) {
  if (!by) __builtin_trap();
  if (!(number >> 64) && !(by >> 64)) {
    *rest = (uint64_t)number % (uint64_t)by;
    return (uint64_t)number / (uint64_t)by;
  }
  wide quotient = 0;
  *rest = 0;
  for (int bit = 127; bit >= 0; bit--) {
    const int carry = (int)(*rest >> 127);
    *rest = *rest << 1 | (number >> bit & 1);
    if (carry || *rest >= by) {
      *rest -= by;
      quotient |= (wide)1 << bit;
    }
  }
  return quotient;
}

wide __udivti3(wide number, wide by) {
  wide rest;
  return divide(number, by, &rest);
}

wide __umodti3(wide number, wide by) {
  wide rest;
  divide(number, by, &rest);
  return rest;
}

// The product of the low halves, in four parts of 32 bits, and those of one high half each.
wide __multi3(wide left, wide right) {
  const uint64_t l = (uint64_t)left, r = (uint64_t)right;
  const uint64_t l0 = (uint32_t)l, l1 = l >> 32, r0 = (uint32_t)r, r1 = r >> 32;
  const uint64_t low = l0 * r0, middle = l1 * r0 + (low >> 32), other = l0 * r1 + (uint32_t)middle;
  const uint64_t high = l1 * r1 + (middle >> 32) + (other >> 32) +
                        (uint64_t)(left >> 64) * r + l * (uint64_t)(right >> 64);
  return (wide)high << 64 | (other << 32 | (uint32_t)low);
}

typedef __int128 signed_wide;

signed_wide __divti3(signed_wide number, signed_wide by) {
  wide rest;
  const wide size = divide(
      number < 0 ? -(wide)number : (wide)number, by < 0 ? -(wide)by : (wide)by, &rest);
  return (signed_wide)((number < 0) != (by < 0) ? -size : size);
}

signed_wide __modti3(signed_wide number, signed_wide by) {
  wide rest;
  divide(number < 0 ? -(wide)number : (wide)number, by < 0 ? -(wide)by : (wide)by, &rest);
  return (signed_wide)(number < 0 ? -rest : rest);
}

// Shifts by 0 to 127, on halves: written with the type itself they would call themselves.
typedef union {
  wide whole;
  struct {
    uint64_t low, high;
  };
} halves;

wide __ashlti3(wide number, int bits) {
  halves from = {.whole = number}, to;
  if (bits & 64) {
    to.low = 0;
    to.high = from.low << (bits & 63);
  } else if (bits) {
    to.low = from.low << bits;
    to.high = from.high << bits | from.low >> (64 - bits);
  } else {
    return number;
  }
  return to.whole;
}

wide __lshrti3(wide number, int bits) {
  halves from = {.whole = number}, to;
  if (bits & 64) {
    to.high = 0;
    to.low = from.high >> (bits & 63);
  } else if (bits) {
    to.high = from.high >> bits;
    to.low = from.low >> bits | from.high << (64 - bits);
  } else {
    return number;
  }
  return to.whole;
}
