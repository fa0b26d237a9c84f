#include "CPicturePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A function for a file, of which the bytes have the same name.
#define FILE_FUNCTION(name) \
  cpicture_file cpicture_##name(void) { return (cpicture_file){name, sizeof name}; }

static const unsigned char page_html[] = {
#embed "../PictureServer/Page/Parts/page.html"
};
FILE_FUNCTION(page_html)

static const unsigned char page_css[] = {
#embed "../PictureServer/Page/Parts/page.css"
};
FILE_FUNCTION(page_css)

static const unsigned char icon_svg[] = {
#embed "../PictureServer/Page/Parts/icon.svg"
};
FILE_FUNCTION(icon_svg)

static const unsigned char page_js[] = {
#embed "../PictureServer/Page/Parts/page.js"
};
FILE_FUNCTION(page_js)

static const unsigned char machine_js[] = {
#embed "../PictureServer/Page/Parts/machine.js"
};
FILE_FUNCTION(machine_js)

static const unsigned char analysis_js[] = {
#embed "../PictureServer/Page/Parts/analysis.js"
};
FILE_FUNCTION(analysis_js)

static const unsigned char effect_js[] = {
#embed "../PictureServer/Page/Parts/effect.js"
};
FILE_FUNCTION(effect_js)

static const unsigned char hues_js[] = {
#embed "../PictureServer/Page/Parts/hues.js"
};
FILE_FUNCTION(hues_js)

static const unsigned char history_js[] = {
#embed "../PictureServer/Page/Parts/history.js"
};
FILE_FUNCTION(history_js)

static const unsigned char picture_js[] = {
#embed "../PictureServer/Page/Parts/picture.js"
};
FILE_FUNCTION(picture_js)

static const unsigned char ring_js[] = {
#embed "../PictureServer/Page/Parts/ring.js"
};
FILE_FUNCTION(ring_js)

static const unsigned char stage_js[] = {
#embed "../PictureServer/Page/Parts/stage.js"
};
FILE_FUNCTION(stage_js)

static const unsigned char palette_js[] = {
#embed "../PictureServer/Page/Parts/palette.js"
};
FILE_FUNCTION(palette_js)

static const unsigned char gallery_js[] = {
#embed "../PictureServer/Page/Parts/gallery.js"
};
FILE_FUNCTION(gallery_js)

static const unsigned char sunflower_js[] = {
#embed "../PictureServer/Page/Parts/sunflower.js"
};
FILE_FUNCTION(sunflower_js)

static const unsigned char work_js[] = {
#embed "../PictureServer/Page/Parts/work.js"
};
FILE_FUNCTION(work_js)
