// The parts of the picture server's page, embedded in the executable.
//
// Why C: it embeds files (C23, clang 19), where an array literal of their bytes takes the Swift compiler
// half a minute. clang notes the files as what the object is made of, so that a change is built.

#ifndef CPICTUREPAGE_H
#define CPICTUREPAGE_H

#include <stddef.h>

// A file's bytes; they last as long as the program.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} cpicture_file;

cpicture_file cpicture_page_html(void);
cpicture_file cpicture_page_css(void);
cpicture_file cpicture_icon_svg(void);
cpicture_file cpicture_page_js(void);
cpicture_file cpicture_machine_js(void);
cpicture_file cpicture_analysis_js(void);
cpicture_file cpicture_effect_js(void);
cpicture_file cpicture_hues_js(void);
cpicture_file cpicture_history_js(void);
cpicture_file cpicture_picture_js(void);
cpicture_file cpicture_ring_js(void);
cpicture_file cpicture_stage_js(void);
cpicture_file cpicture_palette_js(void);
cpicture_file cpicture_gallery_js(void);
cpicture_file cpicture_sunflower_js(void);
cpicture_file cpicture_work_js(void);

#endif
