// Sources/Color/SIMDBodies/RunHistogram.swift in C, step for step, over the same vector vocabulary
// (CVectorShims.h), compiled for the machine at hand by the same compiler's C side. What differs in
// time is what Swift costs. Read the Swift file for the why; names are the same.

#include <stdbool.h>
#include <string.h>

#include "CVectorShims.h"
#include "contract.h"

enum {
  TILE = 256,
  VECTOR = 64,
  BLOCK = 512,
  LIST = BLOCK + TILE + 64,
  STRIDE = 16 * CELLS + 1344,
  TABLES = 8,
};
static const uint32_t LOW = 0x0F0F0F, CELL = 0xF0F0F0, ONCE = 0x01000000;

struct pass {
  uint8_t *table;
  int table_count;
  uint32_t *cells, *sums;
  uint8_t *judged, *pending;
  size_t runs, listed_tiles, pending_count;
  bool judges_first;
  uint32_t flat_cell, flat_tiles;
  cv_u32x16 flat_red_blue, flat_green;
};

size_t run_histogram_words(void) { return (TABLES * STRIDE) / 4 + 2 * LIST + 4 * TILE; }

CV_INLINE cv_u32x16 offsets(cv_u32x16 words) {
  return cv_weigh(words & CELL, 1 << 4 | 1 << 8 | 1 << 16, 1 << 4 | 1 << 16);
}

CV_INLINE bool sees_all(cv_u32x16 pixels) {
  return !cv_any_nonzero(cv_less(pixels, cv_splat((uint32_t)MINIMUM_ALPHA << 24)));
}

CV_INLINE void flush_flat(struct pass *p) {
  if (p->flat_tiles == 0) return;
  uint32_t *row = (uint32_t *)(p->table + offsets(cv_splat(p->flat_cell))[0]);
  row[0] += cv_sum(p->flat_red_blue & 0xFFFF);
  row[1] += cv_sum(p->flat_green);
  row[2] += cv_sum(p->flat_red_blue >> 16);
  row[3] += p->flat_tiles * 256;
  p->flat_tiles = 0;
  p->flat_red_blue = 0;
  p->flat_green = 0;
}

CV_INLINE bool add_flat(struct pass *p, const uint8_t *tile, size_t step) {
  uint32_t pixel;
  memcpy(&pixel, tile, sizeof pixel);
  cv_u32x16 first = cv_splat(pixel), top = cv_load(tile), bottom = cv_load(tile + 15 * step);
  if (cv_any_nonzero(((top ^ first) | (bottom ^ first)) & CELL)) return false;
  cv_u32x16 smallest = top, differs = top ^ first, lows = top & LOW;
#pragma clang loop unroll(full)
  for (size_t row = 1; row < 16; row++) {
    cv_u32x16 pixels = cv_load(tile + row * step);
    smallest = cv_min_bytes(smallest, pixels);
    differs |= pixels ^ first;
    lows += pixels & LOW;
  }
  if (cv_any_nonzero(differs & CELL) || !sees_all(smallest)) return false;
  uint32_t cell = pixel & CELL;
  if (cell != p->flat_cell || p->flat_tiles == 256) {
    flush_flat(p);
    p->flat_cell = cell;
  }
  p->flat_red_blue += lows & 0x00FF00FF;
  p->flat_green += lows >> 8 & 0xFF;
  p->flat_tiles++;
  return true;
}

CV_INLINE void rewrite(struct pass *p, const uint8_t *tile, size_t step, size_t pixels) {
  cv_u32x16 smallest = cv_splat(UINT32_MAX);
  for (size_t row = 0; row < 16; row++) {
    cv_u32x16 raw = cv_load(tile + row * step);
    smallest = cv_min_bytes(smallest, raw);
    uint32_t left = pixels > 16 * row ? (uint32_t)(pixels - 16 * row) : 0;
    cv_u32x16 present = cv_less(cv_indices(), cv_splat(left));
    cv_u32x16 hidden = cv_less(raw, cv_splat((uint32_t)MINIMUM_ALPHA << 24));
    cv_u32x16 words = (cv_select(hidden, cv_splat(0), (raw & 0x00FFFFFF) | ONCE)) & present;
    cv_store(p->judged + row * VECTOR, words);
  }
  p->judges_first = !sees_all(smallest);
}

CV_INLINE void add_tile(struct pass *p, const uint8_t *tile, size_t row_step, size_t pixels) {
  bool whole = pixels == TILE;
  if (whole && !p->judges_first && add_flat(p, tile, row_step)) return;
  for (size_t row = 0; row < 16; row++) cv_prefetch(tile + 4 * VECTOR + row * row_step);
  bool is_judged = !whole || p->judges_first;
  for (;;) {
    const uint8_t *source = tile;
    size_t step = row_step;
    cv_u32x16 once = cv_splat(ONCE), payload = cv_splat(LOW);
    if (is_judged) {
      rewrite(p, tile, row_step, pixels);
      source = p->judged;
      step = VECTOR;
      payload |= once;
      once = 0;
    }
    uint32_t *cells = p->cells + p->runs, *sums = p->sums + p->runs;
    size_t count = 0;
    cv_u32x16 row = cv_load(source), above = offsets(row), so_far = (row & payload) | once,
              smallest = row;
#pragma clang loop unroll(full)
    for (int i = 1; i < 16; i++) {
      source += step;
      row = cv_load(source);
      smallest = cv_min_bytes(smallest, row);
      cv_u32x16 cell = offsets(row);
      uint32_t ends = cv_differing_bits(cell, above);
      cv_compress_store(cells + count, above, ends);
      cv_compress_store(sums + count, so_far, ends);
      count += (size_t)__builtin_popcount(ends);
      so_far = cv_add_where_equal((row & payload) | once, so_far, cell, above);
      above = cell;
    }
    if (is_judged || sees_all(smallest)) {
      cv_store(cells + count, above);
      cv_store(sums + count, so_far);
      p->runs += count + 16;
      p->listed_tiles++;
      return;
    }
    is_judged = true;
  }
}

CV_INLINE void add_two(struct pass *p, size_t run, uint8_t *first, uint8_t *second) {
  uint64_t both;
  memcpy(&both, p->cells + run, sizeof both);
  cv_add_bytes_to_two(first + (uint32_t)both, second + (both >> 32), p->sums + run);
}

CV_INLINE void drain(struct pass *p) {
  cv_store(p->cells + p->runs, cv_splat(0));
  cv_store(p->sums + p->runs, cv_splat(0));
  size_t stride = p->table_count > 1 ? STRIDE : 0;
  bool noise = 16 * p->runs > 11 * TILE * p->listed_tiles;
  size_t half = p->table_count == 8 && !noise ? 4 * stride : 0;
  uint8_t *t0 = p->table, *t1 = t0 + stride, *t2 = t1 + stride, *t3 = t2 + stride;
  for (size_t run = 0; run < p->runs; run += 8) {
    add_two(p, run, t0, t1);
    add_two(p, run + 2, t2, t3);
    add_two(p, run + 4, t0 + half, t1 + half);
    add_two(p, run + 6, t2 + half, t3 + half);
  }
  p->runs = 0;
  p->listed_tiles = 0;
}

static void add_tables(struct pass *p) {
  for (size_t offset = 0; p->table_count > 1 && offset < 16 * CELLS; offset += VECTOR) {
    uint8_t *row = p->table + offset, *other = row;
    cv_u32x16 total = cv_load(row);
    for (int i = 1; i < p->table_count; i++) {
      other += STRIDE;
      total += cv_load(other);
      cv_store(other, cv_splat(0));
    }
    cv_store(row, total);
  }
}

void run_histogram(const uint8_t *pixels, size_t width, size_t height, uint32_t *memory) {
  size_t count = width * height;
  uint32_t *scratch = memory + (TABLES * STRIDE) / 4;
  struct pass pass = {
      .table = (uint8_t *)memory,
      .table_count = count < 1 << 17 ? 1 : count < 1 << 20 ? 4 : 8,
      .cells = scratch,
      .sums = scratch + LIST,
      .judged = (uint8_t *)(scratch + 2 * LIST),
      .pending = (uint8_t *)(scratch + 2 * LIST + TILE),
  };
  struct pass *p = &pass;
  size_t row_bytes = 4 * width;
  bool one_line = height < 16 || width < 16;
  size_t strips = one_line ? 0 : height / 16;
  size_t lines = one_line ? (height > 0) : height - 16 * strips;
  size_t length = one_line ? count : width, groups = width / 16;
  for (size_t band = 0; band < strips + lines + 1; band++) {
    const uint8_t *source = pixels, *left_start = pixels;
    size_t tiles = 0, tile_step = 0, row_step = VECTOR, left_rows = 0, left_columns = 0;
    if (band < strips) {
      source = pixels + 16 * band * row_bytes;
      tiles = groups;
      tile_step = VECTOR;
      row_step = row_bytes;
      left_start = source + groups * VECTOR;
      left_rows = 16;
      left_columns = width - 16 * groups;
    } else if (band < strips + lines) {
      source = pixels + (16 * strips + band - strips) * row_bytes;
      tiles = length / TILE;
      tile_step = 16 * VECTOR;
      left_start = source + tiles * tile_step;
      left_rows = 1;
      left_columns = length - tiles * TILE;
    }
    bool last = band == strips + lines;
    for (size_t row = 0; left_columns > 0 && row < left_rows; row++) {
      memcpy(p->pending + 4 * p->pending_count, left_start + row * row_bytes, 4 * left_columns);
      p->pending_count += left_columns;
    }
    bool full = p->pending_count >= TILE;
    size_t all = tiles + (full || (last && p->pending_count > 0) ? 1 : 0);
    for (size_t tile = 0; tile < all; tile++) {
      bool is_pending = tile == tiles;
      size_t some = p->pending_count < TILE ? p->pending_count : TILE;
      add_tile(p, is_pending ? p->pending : source + tile * tile_step,
               is_pending ? VECTOR : row_step, is_pending ? some : TILE);
      if (p->runs >= BLOCK) drain(p);
    }
    if (full) {
      p->pending_count -= TILE;
      memmove(p->pending, p->pending + 4 * TILE, 4 * p->pending_count);
    }
  }
  drain(p);
  flush_flat(p);
  add_tables(p);
}
