#include "jpeg_tables.h"

#include <stdbool.h>
#include <string.h>

// Whether a file of Motion JPEG was cut into its pictures, which have no Huffman tables because they
// are always the same; libjpeg fills them in.
static bool is_motion_jpeg(j_decompress_ptr info) {
  for (jpeg_saved_marker_ptr marker = info->marker_list; marker; marker = marker->next) {
    if (marker->marker == JPEG_APP0 && marker->data_length >= 4 &&
        memcmp(marker->data, "AVI1", 4) == 0) {
      return true;
    }
  }
  return false;
}

const char *cimage_jpeg_contradiction(j_decompress_ptr info) {
  if (info->arith_code) {
    for (int i = 0; i < NUM_HUFF_TBLS; i++) {
      if (info->dc_huff_tbl_ptrs[i] || info->ac_huff_tbl_ptrs[i]) {
        return "it says that its coding is arithmetic, but has Huffman tables";
      }
    }
    return NULL;
  }
  bool needs_dc = !info->progressive_mode || (info->Ss == 0 && info->Ah == 0);
  bool needs_ac = !info->progressive_mode || info->Se > 0;
  bool is_missing = false;
  for (int i = 0; i < info->comps_in_scan; i++) {
    int dc = info->cur_comp_info[i]->dc_tbl_no, ac = info->cur_comp_info[i]->ac_tbl_no;
    if (needs_dc && dc >= 0 && dc < NUM_HUFF_TBLS && !info->dc_huff_tbl_ptrs[dc]) is_missing = true;
    if (needs_ac && ac >= 0 && ac < NUM_HUFF_TBLS && !info->ac_huff_tbl_ptrs[ac]) is_missing = true;
  }
  return is_missing && !is_motion_jpeg(info) ? "it has no Huffman tables for its first scan" : NULL;
}
