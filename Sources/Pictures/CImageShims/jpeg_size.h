// What a JPEG's header says of its size.

#ifndef C_IMAGE_JPEG_SIZE_H
#define C_IMAGE_JPEG_SIZE_H

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

static inline uint64_t cimage_round_up(uint64_t value, uint64_t step) {
  return (value + step - 1) / step * step;
}

// Blocks of all components.
static inline uint64_t cimage_jpeg_block_count(j_decompress_ptr info) {
  uint64_t blocks = 0;
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *component = &info->comp_info[i];
    blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
  }
  return blocks;
}

// The same with those that fill the last MCUs of a scan of all components.
static inline uint64_t cimage_jpeg_padded_block_count(j_decompress_ptr info) {
  uint64_t blocks = 0;
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *component = &info->comp_info[i];
    blocks += cimage_round_up(component->width_in_blocks, (uint64_t)component->h_samp_factor) *
              cimage_round_up(component->height_in_blocks, (uint64_t)component->v_samp_factor);
  }
  return blocks;
}

// Memory for the coefficients of a picture in several scans, which are held whole; else 0.
static inline uint64_t cimage_jpeg_coefficient_bytes(j_decompress_ptr info) {
  return jpeg_has_multiple_scans(info) ? cimage_jpeg_padded_block_count(info) * sizeof(JBLOCK) : 0;
}

#endif
